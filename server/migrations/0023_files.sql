ALTER TABLE "slips" ALTER COLUMN "file" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "chatFiles_createdAt_index" ON "chatFiles" USING btree ("createdAt");--> statement-breakpoint
CREATE INDEX "slips_with_file" ON "slips" USING btree ("createdAt") WHERE "slips"."file" is not null;--> statement-breakpoint
-- Each key has 32 random bytes; the key of guests' ids may exist already.
INSERT INTO "siteKeys" ("name", "key")
SELECT "name", encode(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), 'base64')
FROM (VALUES ('guest'), ('files')) AS "keys" ("name")
ON CONFLICT DO NOTHING;
