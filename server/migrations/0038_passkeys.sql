CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"memberId" text NOT NULL,
	"credential" text NOT NULL,
	"publicKey" text NOT NULL,
	"counter" bigint NOT NULL,
	"browser" text,
	"system" text,
	"createdAt" timestamp with time zone NOT NULL,
	"usedAt" timestamp with time zone,
	CONSTRAINT "passkeys_credential_unique" UNIQUE("credential")
);
--> statement-breakpoint
ALTER TABLE "auditLog" DROP CONSTRAINT "auditLog_kind_known";--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_memberId_index" ON "passkeys" USING btree ("memberId");--> statement-breakpoint
ALTER TABLE "auditLog" ADD CONSTRAINT "auditLog_kind_known" CHECK ("auditLog"."kind" in ('money', 'register', 'login', 'login refused', 'logout', 'password', 'password refused', 'recovered', 'sessions ended', 'passkey added', 'passkey removed', 'passkey refused', 'payee', 'payee refused', 'hold', 'break', 'break refused', 'limit', 'erasure asked', 'erasure cancelled', 'erasure refused'));--> statement-breakpoint
-- The key has 32 random bytes.
INSERT INTO "siteKeys" ("name", "key")
VALUES ('passkey', encode(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), 'base64'))
ON CONFLICT DO NOTHING;
