CREATE TABLE "gameLogins" (
	"memberId" text NOT NULL,
	"gameCode" text NOT NULL,
	"username" text NOT NULL,
	"password" text NOT NULL,
	CONSTRAINT "gameLogins_memberId_gameCode_pk" PRIMARY KEY("memberId","gameCode")
);
--> statement-breakpoint
CREATE TABLE "giftLinks" (
	"hash" text PRIMARY KEY NOT NULL,
	"memberId" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slips" (
	"id" text PRIMARY KEY NOT NULL,
	"memberId" text NOT NULL,
	"file" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"reference" text,
	"note" text,
	"createdAt" timestamp with time zone NOT NULL,
	CONSTRAINT "slips_file_unique" UNIQUE("file")
);
--> statement-breakpoint
CREATE TABLE "statementCounts" (
	"memberId" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"memberId" text NOT NULL,
	"no" integer NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"amount" bigint NOT NULL,
	"createdAt" timestamp with time zone NOT NULL,
	"link" text,
	"description" text,
	CONSTRAINT "statements_memberId_no_pk" PRIMARY KEY("memberId","no"),
	CONSTRAINT "statement_above_0" CHECK ("statements"."amount" > 0),
	CONSTRAINT "link_with_description" CHECK (("statements"."link" is null) = ("statements"."description" is null))
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" text PRIMARY KEY NOT NULL,
	"memberId" text NOT NULL,
	"no" integer NOT NULL,
	"bankCode" text NOT NULL,
	"bankAccountName" text NOT NULL,
	"bankAccountNo" text NOT NULL,
	CONSTRAINT "withdrawals_row" UNIQUE("memberId","no")
);
--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "isRefused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "gameLogins" ADD CONSTRAINT "gameLogins_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gameLogins" ADD CONSTRAINT "gameLogins_gameCode_games_code_fk" FOREIGN KEY ("gameCode") REFERENCES "public"."games"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "giftLinks" ADD CONSTRAINT "giftLinks_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statementCounts" ADD CONSTRAINT "statementCounts_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_memberId_no_statements_memberId_no_fk" FOREIGN KEY ("memberId","no") REFERENCES "public"."statements"("memberId","no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slips_memberId_createdAt_index" ON "slips" USING btree ("memberId","createdAt");--> statement-breakpoint
CREATE INDEX "slips_pending" ON "slips" USING btree ("createdAt") WHERE "slips"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "statements_pending" ON "statements" USING btree ("createdAt") WHERE "statements"."status" = 'PENDING';--> statement-breakpoint
-- Deposits booked before there was a statement.
INSERT INTO "statements" ("memberId", "no", "type", "status", "from", "to", "amount", "createdAt")
	SELECT "accounts"."memberId", row_number() OVER (PARTITION BY "accounts"."memberId" ORDER BY "entries"."id"), 'deposit', 'SUCCESS', split_part("entries"."reference", ':', 1), 'WALLET', "postings"."amount", "entries"."at"
	FROM "entries"
	JOIN "postings" ON "postings"."entryId" = "entries"."id"
	JOIN "accounts" ON "accounts"."id" = "postings"."accountId"
	WHERE "entries"."reason" = 'deposit' AND "accounts"."kind" = 'wallet';--> statement-breakpoint
INSERT INTO "statementCounts" ("memberId", "count") SELECT "memberId", count(*) FROM "statements" GROUP BY "memberId";--> statement-breakpoint
-- Logins of game accounts opened before the games knew their players.
INSERT INTO "gameLogins" ("memberId", "gameCode", "username", "password")
	SELECT "memberId", "gameCode", "gameCode" || lower(substr(md5("memberId"), 1, 6)), substr(md5(random()::text), 1, 10)
	FROM "accounts" WHERE "kind" = 'game';
