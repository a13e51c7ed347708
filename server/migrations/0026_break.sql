ALTER TABLE "auditLog" DROP CONSTRAINT "auditLog_kind_known";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "breakUntil" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "plays_of_member" ON "plays" USING btree ("memberId");--> statement-breakpoint
ALTER TABLE "auditLog" ADD CONSTRAINT "auditLog_kind_known" CHECK ("auditLog"."kind" in ('money', 'register', 'login', 'login refused', 'logout', 'password', 'password refused', 'recovered', 'sessions ended', 'payee', 'payee refused', 'hold', 'break'));