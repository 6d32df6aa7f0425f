#!/bin/sh
# Run once by the first start of the primary: a replica may follow it, and a commit waits for it, so that what is
# acknowledged survives the loss of the primary.
echo 'host replication kontor all scram-sha-256' >> "$PGDATA/pg_hba.conf"
echo "synchronous_standby_names = 'ANY 1 (replica)'" >> "$PGDATA/postgresql.conf"
