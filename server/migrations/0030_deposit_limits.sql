CREATE TABLE "depositLimits" (
	"memberId" text NOT NULL,
	"period" text NOT NULL,
	"amount" bigint NOT NULL,
	"wishAmount" bigint,
	"wishFrom" timestamp with time zone,
	CONSTRAINT "depositLimits_memberId_period_pk" PRIMARY KEY("memberId","period"),
	CONSTRAINT "depositLimits_period_known" CHECK ("depositLimits"."period" in ('day', 'week', 'month')),
	CONSTRAINT "limit_above_0" CHECK ("depositLimits"."amount" > 0),
	CONSTRAINT "wish_above_limit" CHECK ("depositLimits"."wishAmount" is null or "depositLimits"."wishAmount" > "depositLimits"."amount"),
	CONSTRAINT "wish_has_time" CHECK ("depositLimits"."wishFrom" is not null or "depositLimits"."wishAmount" is null)
);
--> statement-breakpoint
CREATE TABLE "heldDeposits" (
	"id" text PRIMARY KEY NOT NULL,
	"memberId" text NOT NULL,
	"no" integer NOT NULL,
	"status" text NOT NULL,
	"endEntryId" bigint,
	CONSTRAINT "heldDeposits_row" UNIQUE("memberId","no"),
	CONSTRAINT "heldDeposits_status_known" CHECK ("heldDeposits"."status" in ('PENDING', 'SUCCESS', 'FAILED')),
	CONSTRAINT "held_deposit_end_has_entry" CHECK (("heldDeposits"."status" = 'PENDING') = ("heldDeposits"."endEntryId" is null))
);
--> statement-breakpoint
ALTER TABLE "auditLog" DROP CONSTRAINT "auditLog_kind_known";--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_kind_known";--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_reason_known";--> statement-breakpoint
ALTER TABLE "depositLimits" ADD CONSTRAINT "depositLimits_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heldDeposits" ADD CONSTRAINT "heldDeposits_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heldDeposits" ADD CONSTRAINT "heldDeposits_endEntryId_entries_id_fk" FOREIGN KEY ("endEntryId") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heldDeposits" ADD CONSTRAINT "heldDeposits_memberId_no_statements_memberId_no_fk" FOREIGN KEY ("memberId","no") REFERENCES "public"."statements"("memberId","no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "heldDeposits_pending" ON "heldDeposits" USING btree ("memberId") WHERE "heldDeposits"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "statements_deposits" ON "statements" USING btree ("memberId","createdAt") WHERE "statements"."type" = 'deposit';--> statement-breakpoint
ALTER TABLE "auditLog" ADD CONSTRAINT "auditLog_kind_known" CHECK ("auditLog"."kind" in ('money', 'register', 'login', 'login refused', 'logout', 'password', 'password refused', 'recovered', 'sessions ended', 'payee', 'payee refused', 'hold', 'break', 'break refused', 'limit'));--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_kind_known" CHECK ("accounts"."kind" in ('wallet', 'game', 'pending', 'held', 'transit', 'outside'));--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_reason_known" CHECK ("entries"."reason" in ('seed', 'correction', 'deposit', 'deposit held', 'deposit released', 'deposit returned', 'reward', 'game', 'withdraw', 'withdrawal paid', 'withdrawal rejected', 'transfer asked', 'transfer', 'transfer refused', 'bonus end asked', 'bonus ended', 'bonus kept'));