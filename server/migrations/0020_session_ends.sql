ALTER TABLE "tokens" ADD COLUMN "endsAt" timestamp with time zone;--> statement-breakpoint
-- The time when an older session was opened is unknown: it has the default lifetime from now on.
UPDATE "tokens" SET "endsAt" = now() + CASE WHEN "isRemembered" THEN interval '30 days' ELSE interval '12 hours' END;--> statement-breakpoint
ALTER TABLE "tokens" ALTER COLUMN "endsAt" SET NOT NULL;
