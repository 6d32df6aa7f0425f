"""Run with `python3 -m unittest` in the folder above, with KONTOR_COMMAND where the box is not the one of npm."""

import json
import tempfile
import unittest
import urllib.request
import uuid

from kontor_box import Box, BoxError


def buy(box: Box) -> dict:
    request = urllib.request.Request(
        f"{box.url}api/coin/trade",
        data=json.dumps({"currency_id": 1, "legal_id": 3, "type": 1, "kind": "market", "amount": "0.01"}).encode(),
        headers={"Authorization": box.key, "Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())},
    )
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read())


class TheBox(unittest.TestCase):
    def test_it_starts_goes_on_and_is_taken_back(self):
        with Box() as box:
            start, begun = box.snapshot(), box.now()
            self.assertEqual(buy(box)["type"], "ok")
            self.assertEqual(box.advance(1000)["now"], begun + 1000)
            after = box.hash()["journal"]
            box.restore(start)
            self.assertEqual(box.now(), begun)
            self.assertNotEqual(box.hash()["journal"], after)

    def test_a_fault_is_met_once_and_counted(self):
        with Box() as box:
            box.fault("answer_lost", "coin/trade")
            with self.assertRaises(Exception):
                buy(box)
            self.assertEqual(buy(box)["type"], "ok")
            self.assertEqual(box.faults(), {"answer_lost": 1})

    def test_a_record_is_saved_and_a_wish_that_makes_no_sense_is_refused(self):
        with Box() as box, tempfile.TemporaryDirectory() as folder:
            buy(box)
            lines = box.save(folder).read_text(encoding="utf-8").splitlines()
            self.assertEqual(len(lines), 3)
            with self.assertRaisesRegex(BoxError, "rain is no fault"):
                box.fault("rain")

    def test_it_ends_with_0_and_says_when_it_did_not_start(self):
        self.assertEqual(Box().close(), 0)
        with self.assertRaisesRegex(BoxError, "ended with 64"):
            Box("--seed", "x")


if __name__ == "__main__":
    unittest.main()
