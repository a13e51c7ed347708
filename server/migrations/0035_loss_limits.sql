ALTER TABLE "depositLimits" RENAME TO "playLimits";--> statement-breakpoint
ALTER TABLE "playLimits" DROP CONSTRAINT "depositLimits_period_known";--> statement-breakpoint
ALTER TABLE "playLimits" DROP CONSTRAINT "limit_above_0";--> statement-breakpoint
ALTER TABLE "playLimits" DROP CONSTRAINT "wish_above_limit";--> statement-breakpoint
ALTER TABLE "playLimits" DROP CONSTRAINT "wish_has_time";--> statement-breakpoint
ALTER TABLE "playLimits" DROP CONSTRAINT "depositLimits_memberId_members_id_fk";
--> statement-breakpoint
DROP INDEX "plays_of_member";--> statement-breakpoint
ALTER TABLE "playLimits" DROP CONSTRAINT "depositLimits_memberId_period_pk";--> statement-breakpoint
ALTER TABLE "playLimits" ADD COLUMN "kind" text DEFAULT 'deposit' NOT NULL;--> statement-breakpoint
ALTER TABLE "playLimits" ALTER COLUMN "kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "playLimits" ADD CONSTRAINT "playLimits_memberId_kind_period_pk" PRIMARY KEY("memberId","kind","period");--> statement-breakpoint
ALTER TABLE "playLimits" ADD CONSTRAINT "playLimits_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plays_of_member" ON "plays" USING btree ("memberId","at");--> statement-breakpoint
ALTER TABLE "playLimits" ADD CONSTRAINT "playLimits_kind_known" CHECK ("playLimits"."kind" in ('deposit', 'loss'));--> statement-breakpoint
ALTER TABLE "playLimits" ADD CONSTRAINT "playLimits_period_known" CHECK ("playLimits"."period" in ('day', 'week', 'month'));--> statement-breakpoint
ALTER TABLE "playLimits" ADD CONSTRAINT "limit_above_0" CHECK ("playLimits"."amount" > 0);--> statement-breakpoint
ALTER TABLE "playLimits" ADD CONSTRAINT "wish_above_limit" CHECK ("playLimits"."wishAmount" is null or "playLimits"."wishAmount" > "playLimits"."amount");--> statement-breakpoint
ALTER TABLE "playLimits" ADD CONSTRAINT "wish_has_time" CHECK ("playLimits"."wishFrom" is not null or "playLimits"."wishAmount" is null);