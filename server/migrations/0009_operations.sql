CREATE TABLE "operations" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"memberId" text,
	"subject" text,
	"steps" jsonb NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'sent' NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"reply" jsonb,
	"sealed" text,
	"at" timestamp with time zone NOT NULL,
	"endedAt" timestamp with time zone,
	"nextAt" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_open" ON "operations" USING btree ("subject") WHERE "operations"."state" in ('sent', 'unknown');--> statement-breakpoint
CREATE INDEX "operations_open" ON "operations" USING btree ("nextAt") WHERE "operations"."state" in ('sent', 'unknown');--> statement-breakpoint
CREATE INDEX "operations_member" ON "operations" USING btree ("memberId","at");