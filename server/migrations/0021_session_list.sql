ALTER TABLE "tokens" ADD COLUMN "id" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "system" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "openedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "seenAt" timestamp with time zone;--> statement-breakpoint
-- The times of older sessions are unknown: they count from the upgrade.
UPDATE "tokens" SET "id" = gen_random_uuid(), "openedAt" = now(), "seenAt" = now();--> statement-breakpoint
ALTER TABLE "tokens" ALTER COLUMN "id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ALTER COLUMN "openedAt" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ALTER COLUMN "seenAt" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_id_unique" UNIQUE("id");
