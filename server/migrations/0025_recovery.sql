ALTER TABLE "auditLog" DROP CONSTRAINT "auditLog_kind_known";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "payoutsWaitSince" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "otps" ADD COLUMN "purpose" text DEFAULT 'register' NOT NULL;--> statement-breakpoint
ALTER TABLE "auditLog" ADD CONSTRAINT "auditLog_kind_known" CHECK ("auditLog"."kind" in ('money', 'register', 'login', 'login refused', 'logout', 'password', 'password refused', 'recovered', 'sessions ended', 'payee', 'payee refused', 'hold'));--> statement-breakpoint
ALTER TABLE "otps" ADD CONSTRAINT "otps_purpose_known" CHECK ("otps"."purpose" in ('register', 'recover'));