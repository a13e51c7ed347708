DROP INDEX "statements_pending";--> statement-breakpoint
ALTER TABLE "slips" ADD COLUMN "entryId" bigint;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "endEntryId" bigint;--> statement-breakpoint
-- A withdrawal has the state of its row of the statement. The audit log has the withdrawal of the entry that ended it.
UPDATE "withdrawals" SET "status" = "statements"."status" FROM "statements"
  WHERE "statements"."memberId" = "withdrawals"."memberId" AND "statements"."no" = "withdrawals"."no";--> statement-breakpoint
UPDATE "withdrawals" SET "endEntryId" = "entryId" FROM "auditLog" JOIN "entries" ON "entries"."id" = "entryId"
  WHERE "cause" = "withdrawals"."id" AND "reason" IN ('withdrawal paid', 'withdrawal rejected');--> statement-breakpoint
-- Before the audit log, entries of one member, amount and outcome are taken in their order.
WITH "ended" AS (
  SELECT "withdrawals"."id", "memberId", "amount",
    CASE "withdrawals"."status" WHEN 'SUCCESS' THEN 'withdrawal paid' ELSE 'withdrawal rejected' END AS "reason",
    row_number() OVER (PARTITION BY "memberId", "amount", "withdrawals"."status" ORDER BY "no") AS "nth"
  FROM "withdrawals" JOIN "statements" USING ("memberId", "no")
  WHERE "withdrawals"."status" <> 'PENDING' AND "endEntryId" IS NULL
), "ends" AS (
  SELECT "entries"."id", "memberId", "amount", "reason",
    row_number() OVER (PARTITION BY "memberId", "amount", "reason" ORDER BY "entries"."id") AS "nth"
  FROM "entries" JOIN "postings" ON "entryId" = "entries"."id" AND "amount" > 0
  WHERE "reason" IN ('withdrawal paid', 'withdrawal rejected')
    AND NOT EXISTS (SELECT FROM "withdrawals" WHERE "endEntryId" = "entries"."id")
)
UPDATE "withdrawals" SET "endEntryId" = "ends"."id" FROM "ended" JOIN "ends" USING ("memberId", "amount", "reason", "nth")
  WHERE "ended"."id" = "withdrawals"."id";--> statement-breakpoint
UPDATE "slips" SET "entryId" = "entries"."id" FROM "entries"
  WHERE "slips"."status" = 'SUCCESS' AND "entries"."reference" = 'SLIP:' || "slips"."reference";--> statement-breakpoint
-- What a demo member has from before came with the entry of the seed.
UPDATE "withdrawals" SET "endEntryId" = "entries"."id" FROM "entries"
  WHERE "status" <> 'PENDING' AND "endEntryId" IS NULL AND "entries"."memberId" = "withdrawals"."memberId" AND "reason" = 'seed';--> statement-breakpoint
UPDATE "slips" SET "entryId" = "entries"."id" FROM "entries"
  WHERE "status" = 'SUCCESS' AND "entryId" IS NULL AND "entries"."memberId" = "slips"."memberId" AND "reason" = 'seed';--> statement-breakpoint
ALTER TABLE "withdrawals" ALTER COLUMN "status" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_entryId_entries_id_fk" FOREIGN KEY ("entryId") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_endEntryId_entries_id_fk" FOREIGN KEY ("endEntryId") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawals_pending" ON "withdrawals" USING btree ("memberId") WHERE "withdrawals"."status" = 'PENDING';--> statement-breakpoint
-- Not of older rows: the audit names those whose entry was not found.
ALTER TABLE "slips" ADD CONSTRAINT "slip_has_entry" CHECK (("slips"."status" = 'SUCCESS') = ("slips"."entryId" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_status_known" CHECK ("withdrawals"."status" in ('PENDING', 'SUCCESS', 'FAILED'));--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawal_end_has_entry" CHECK (("withdrawals"."status" = 'PENDING') = ("withdrawals"."endEntryId" is null)) NOT VALID;
