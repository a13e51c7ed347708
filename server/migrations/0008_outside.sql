ALTER TABLE "accounts" DROP CONSTRAINT "balance_not_negative";--> statement-breakpoint
UPDATE "accounts" SET "balance" = 0 WHERE "kind" = 'outside';--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "outside_not_stored" CHECK ("accounts"."kind" <> 'outside' or "accounts"."balance" = 0);--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "balance_not_negative" CHECK ("accounts"."balance" >= 0);