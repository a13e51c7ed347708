CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"memberId" text,
	"gameCode" text,
	"balance" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "accounts_owner" UNIQUE NULLS NOT DISTINCT("kind","memberId","gameCode"),
	CONSTRAINT "balance_not_negative" CHECK ("accounts"."kind" = 'outside' or "accounts"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "bonuses" (
	"code" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"maxReceived" integer NOT NULL,
	"percentFail" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "depositBanks" (
	"position" integer PRIMARY KEY NOT NULL,
	"bankCode" text NOT NULL,
	"bankType" text NOT NULL,
	"mode" text NOT NULL,
	"bankAccountName" text NOT NULL,
	"bankAccountNo" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "depositWallets" (
	"walletAccountName" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reason" text NOT NULL,
	"reference" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "entries_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "games" (
	"code" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"logo" text NOT NULL,
	"background" text NOT NULL,
	"ftWalletSlot" double precision NOT NULL,
	"web" text,
	"android" text,
	"ios" text
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"password" text NOT NULL,
	"isActive" boolean DEFAULT true NOT NULL,
	"coin" integer DEFAULT 0 NOT NULL,
	"bankCode" text NOT NULL,
	"bankAccountName" text NOT NULL,
	"bankAccountNo" text NOT NULL,
	"createdAt" timestamp with time zone NOT NULL,
	CONSTRAINT "members_username_unique" UNIQUE("username"),
	CONSTRAINT "coin_not_negative" CHECK ("members"."coin" >= 0)
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"entryId" bigint NOT NULL,
	"accountId" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "postings_entryId_accountId_pk" PRIMARY KEY("entryId","accountId"),
	CONSTRAINT "amount_not_zero" CHECK ("postings"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "qrcodes" (
	"id" text PRIMARY KEY NOT NULL,
	"memberId" text NOT NULL,
	"provider" text NOT NULL,
	"amount" bigint NOT NULL,
	"payload" text NOT NULL,
	"status" text NOT NULL,
	"createdAt" timestamp with time zone NOT NULL,
	"expireAt" timestamp with time zone NOT NULL,
	"paidAmount" bigint DEFAULT 0 NOT NULL,
	"paidAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"reply" json,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "switches" (
	"name" text PRIMARY KEY NOT NULL,
	"isOn" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"memberId" text NOT NULL,
	"isRemembered" boolean NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "userBonuses" (
	"id" text PRIMARY KEY NOT NULL,
	"memberId" text NOT NULL,
	"bonusCode" text NOT NULL,
	"isActive" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_gameCode_games_code_fk" FOREIGN KEY ("gameCode") REFERENCES "public"."games"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_entryId_entries_id_fk" FOREIGN KEY ("entryId") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_accountId_accounts_id_fk" FOREIGN KEY ("accountId") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qrcodes" ADD CONSTRAINT "qrcodes_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "userBonuses" ADD CONSTRAINT "userBonuses_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "userBonuses" ADD CONSTRAINT "userBonuses_bonusCode_bonuses_code_fk" FOREIGN KEY ("bonusCode") REFERENCES "public"."bonuses"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "qrcodes_one_open" ON "qrcodes" USING btree ("memberId") WHERE "qrcodes"."status" = 'open';--> statement-breakpoint
CREATE INDEX "qrcodes_memberId_provider_paidAt_index" ON "qrcodes" USING btree ("memberId","provider","paidAt");--> statement-breakpoint
CREATE INDEX "tokens_memberId_index" ON "tokens" USING btree ("memberId");