CREATE TABLE "devices" (
	"hash" text NOT NULL,
	"memberId" text NOT NULL,
	"seenAt" timestamp with time zone NOT NULL,
	CONSTRAINT "devices_hash_memberId_pk" PRIMARY KEY("hash","memberId")
);
--> statement-breakpoint
CREATE TABLE "limits" (
	"key" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_seenAt_index" ON "devices" USING btree ("seenAt");--> statement-breakpoint
CREATE INDEX "limits_since_index" ON "limits" USING btree ("since");