ALTER TABLE "auditLog" DROP CONSTRAINT "auditLog_kind_known";--> statement-breakpoint
ALTER TABLE "playLimits" DROP CONSTRAINT "playLimits_kind_known";--> statement-breakpoint
ALTER TABLE "auditLog" ADD COLUMN "detail" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "limitsReviewedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auditLog" ADD CONSTRAINT "auditLog_kind_known" CHECK ("auditLog"."kind" in ('money', 'register', 'login', 'login refused', 'logout', 'password', 'password refused', 'recovered', 'sessions ended', 'passkey added', 'passkey removed', 'passkey refused', 'payee', 'payee refused', 'hold', 'break', 'break refused', 'limit', 'limits reviewed', 'erasure asked', 'erasure cancelled', 'erasure refused'));--> statement-breakpoint
ALTER TABLE "playLimits" ADD CONSTRAINT "playLimits_kind_known" CHECK ("playLimits"."kind" in ('deposit', 'loss', 'time'));