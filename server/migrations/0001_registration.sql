CREATE TABLE "otps" (
	"token" text PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"code" text NOT NULL,
	"isCurrent" boolean DEFAULT true NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sentAt" timestamp with time zone NOT NULL,
	"blockedAt" timestamp with time zone,
	"verifiedAt" timestamp with time zone,
	"isUsed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "requests" ALTER COLUMN "reply" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "hold" integer;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "sourceCode" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "inviterId" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "currency" text;--> statement-breakpoint
CREATE UNIQUE INDEX "otps_one_current" ON "otps" USING btree ("phone") WHERE "otps"."isCurrent";--> statement-breakpoint
CREATE INDEX "otps_phone_sentAt_index" ON "otps" USING btree ("phone","sentAt");--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_inviterId_members_id_fk" FOREIGN KEY ("inviterId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_bank_account" UNIQUE("bankCode","bankAccountNo");--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "hold_1_to_4" CHECK ("members"."hold" between 1 and 4);