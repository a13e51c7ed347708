ALTER TABLE "entries" ADD COLUMN "memberId" text;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "requestId" text;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "entryId" bigint;--> statement-breakpoint
-- Fills the links of older rows. The ledger is append-only, so that its trigger is off until they are filled. Other
-- transactions wait: this one holds the table until it commits.
ALTER TABLE "entries" DISABLE TRIGGER "entries_append_only";--> statement-breakpoint
UPDATE "entries" SET "memberId" = "owners"."memberId" FROM (
  SELECT "entryId", min("memberId") AS "memberId" FROM "postings" JOIN "accounts" ON "accounts"."id" = "accountId"
  GROUP BY "entryId" HAVING count(DISTINCT "memberId") = 1
) AS "owners" WHERE "owners"."entryId" = "entries"."id";--> statement-breakpoint
UPDATE "entries" SET "requestId" = "cause" FROM "auditLog"
  WHERE "auditLog"."entryId" = "entries"."id" AND "actor" = "auditLog"."memberId";--> statement-breakpoint
ALTER TABLE "entries" ENABLE TRIGGER "entries_append_only";--> statement-breakpoint
-- A row was written at the same time as its entry. The history of a demo member came with the entry of the seed.
UPDATE "statements" SET "entryId" = (
  SELECT "id" FROM "entries"
  WHERE "entries"."memberId" = "statements"."memberId" AND ("at" = "createdAt" AND "reason" = ANY (CASE "type"
    WHEN 'deposit' THEN ARRAY['deposit']
    WHEN 'bonus' THEN ARRAY['reward']
    WHEN 'finish_bonus' THEN ARRAY['bonus ended']
    WHEN 'withdraw' THEN ARRAY['withdraw']
    ELSE ARRAY['transfer', 'transfer refused', 'bonus kept'] END) OR "reason" = 'seed')
  ORDER BY "reason" = 'seed', NOT EXISTS (
    SELECT FROM "postings" WHERE "entryId" = "entries"."id" AND "postings"."amount" = "statements"."amount"
  ), "id" LIMIT 1
);--> statement-breakpoint
-- Entries that are older than the audit log.
INSERT INTO "auditLog" ("at", "kind", "memberId", "actor", "cause", "entryId")
  SELECT "at", 'money', "memberId", 'operator', 'before the audit log', "id" FROM "entries"
  WHERE NOT EXISTS (SELECT FROM "auditLog" WHERE "entryId" = "entries"."id") ORDER BY "id";--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_entryId_entries_id_fk" FOREIGN KEY ("entryId") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entries_request" ON "entries" USING btree ("requestId") WHERE "entries"."requestId" is not null;--> statement-breakpoint
-- Not of older rows: the audit names those whose entry was not found.
ALTER TABLE "statements" ADD CONSTRAINT "statement_has_entry" CHECK ("statements"."entryId" is not null) NOT VALID;
