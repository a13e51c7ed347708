CREATE TABLE "eventOrigins" (
	"eventId" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"browser" text,
	"system" text,
	"address" text
);
--> statement-breakpoint
ALTER TABLE "auditLog" DROP CONSTRAINT "auditLog_kind_known";--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "accountChangedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "eventOrigins" ADD CONSTRAINT "eventOrigins_eventId_auditLog_id_fk" FOREIGN KEY ("eventId") REFERENCES "public"."auditLog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "eventOrigins_at_index" ON "eventOrigins" USING btree ("at");--> statement-breakpoint
CREATE INDEX "auditLog_of_account" ON "auditLog" USING btree ("memberId","id") WHERE "auditLog"."kind" <> 'money';--> statement-breakpoint
ALTER TABLE "auditLog" ADD CONSTRAINT "auditLog_kind_known" CHECK ("auditLog"."kind" in ('money', 'register', 'login', 'login refused', 'logout', 'password', 'password refused', 'recovered', 'sessions ended', 'passkey added', 'passkey removed', 'passkey refused', 'payee', 'payee refused', 'hold', 'break', 'break refused', 'limit', 'limits reviewed', 'data copied', 'erasure asked', 'erasure cancelled', 'erasure refused'));