"""With kontor-box and pytest: each test has an exchange of its own. One that fails prints the command to run it again:
replay: npx kontor replay .kontor/run-1a2b3c4d.jsonl
"""

import json
import urllib.request
import uuid


def call(box, method, path, body=None, key=None):
    headers = {"Authorization": box.key, "Content-Type": "application/json"}
    if key:
        headers["Idempotency-Key"] = key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{box.url}api/{path}", data=data, headers=headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read())


def buy(box, amount):
    """Sends an order until it is known what became of it: always under the same key, so there is never a second."""
    key = str(uuid.uuid4())
    body = {"currency_id": 1, "legal_id": 3, "type": 1, "kind": "market", "amount": amount}
    while True:
        try:
            return call(box, "POST", "coin/trade", body, key)
        except OSError:
            pass  # Lost on the way there or back: nobody knows yet.


def orders(box):
    return call(box, "GET", "coin/orders")["message"]["orders"]


def test_an_order_whose_answer_is_lost_is_placed_once(kontor):
    kontor.fault("answer_lost", "coin/trade")
    assert buy(kontor, "0.01")["type"] == "ok"
    assert len(orders(kontor)) == 1
    assert kontor.faults() == {"answer_lost": 1}


def test_an_order_that_the_venue_dies_of_is_placed_once(kontor):
    kontor.fault("killed_after", "coin/trade")
    assert buy(kontor, "0.01")["type"] == "ok"
    assert len(orders(kontor)) == 1


def test_nothing_is_bought_where_nobody_sells(kontor):
    kontor.tell("market/quotes", market="BTC-USDT", sides="none")
    assert buy(kontor, "0.01")["reason"] == "no_liquidity"
    assert orders(kontor) == []
