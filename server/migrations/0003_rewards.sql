CREATE TABLE "bonusReceipts" (
	"memberId" text NOT NULL,
	"bonusCode" text NOT NULL,
	"period" integer NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "bonusReceipts_memberId_bonusCode_period_number_pk" PRIMARY KEY("memberId","bonusCode","period","number")
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" text PRIMARY KEY NOT NULL,
	"memberId" text NOT NULL,
	"slice" text NOT NULL,
	"wonAt" timestamp with time zone NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL,
	"claimedAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "inviteShares" (
	"playId" bigint PRIMARY KEY NOT NULL,
	"inviterId" text NOT NULL,
	"inviteeId" text NOT NULL,
	"amount" bigint NOT NULL,
	"collectedAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "plays" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plays_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"memberId" text NOT NULL,
	"gameCode" text NOT NULL,
	"stake" bigint NOT NULL,
	"isWon" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"refundedIn" integer,
	CONSTRAINT "stake_above_0" CHECK ("plays"."stake" > 0)
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"code" text PRIMARY KEY NOT NULL,
	"percentFail" integer NOT NULL,
	"amount" bigint NOT NULL,
	"multiplier" integer DEFAULT 1 NOT NULL,
	"description" jsonb NOT NULL,
	CONSTRAINT "promotion_above_0" CHECK ("promotions"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"memberId" text NOT NULL,
	"period" integer NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_memberId_period_pk" PRIMARY KEY("memberId","period"),
	CONSTRAINT "refund_above_0" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "spins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"memberId" text NOT NULL,
	"slice" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawnPrizes" (
	"slice" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "userBonuses" ALTER COLUMN "bonusCode" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bonuses" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bonuses" ADD COLUMN "amount" bigint DEFAULT 10000 NOT NULL;--> statement-breakpoint
ALTER TABLE "bonuses" ADD COLUMN "multiplier" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bonuses" ADD COLUMN "leastBalance" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bonuses" ADD COLUMN "endMost" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bonuses" ADD COLUMN "quota" integer;--> statement-breakpoint
ALTER TABLE "bonuses" ADD COLUMN "taken" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bonuses" ADD COLUMN "image" text DEFAULT '/banners/welcome.svg' NOT NULL;--> statement-breakpoint
ALTER TABLE "bonuses" ADD COLUMN "name" jsonb DEFAULT '{"th":"โบนัส","la":"ໂບນັດ","en":"Bonus"}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bonuses" ADD COLUMN "description" jsonb DEFAULT '{"th":"","la":"","en":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "userBonuses" ADD COLUMN "promotionCode" text;--> statement-breakpoint
ALTER TABLE "userBonuses" ADD COLUMN "remaining" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "userBonuses" ADD COLUMN "amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bonusReceipts" ADD CONSTRAINT "bonusReceipts_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bonusReceipts" ADD CONSTRAINT "bonusReceipts_bonusCode_bonuses_code_fk" FOREIGN KEY ("bonusCode") REFERENCES "public"."bonuses"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inviteShares" ADD CONSTRAINT "inviteShares_playId_plays_id_fk" FOREIGN KEY ("playId") REFERENCES "public"."plays"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inviteShares" ADD CONSTRAINT "inviteShares_inviterId_members_id_fk" FOREIGN KEY ("inviterId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inviteShares" ADD CONSTRAINT "inviteShares_inviteeId_members_id_fk" FOREIGN KEY ("inviteeId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plays" ADD CONSTRAINT "plays_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plays" ADD CONSTRAINT "plays_gameCode_games_code_fk" FOREIGN KEY ("gameCode") REFERENCES "public"."games"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spins" ADD CONSTRAINT "spins_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupons_to_claim" ON "coupons" USING btree ("memberId","slice","wonAt") WHERE "coupons"."claimedAt" is null;--> statement-breakpoint
CREATE INDEX "shares_to_collect" ON "inviteShares" USING btree ("inviterId") WHERE "inviteShares"."collectedAt" is null;--> statement-breakpoint
CREATE INDEX "inviteShares_inviteeId_index" ON "inviteShares" USING btree ("inviteeId");--> statement-breakpoint
CREATE INDEX "plays_to_refund" ON "plays" USING btree ("memberId") WHERE "plays"."refundedIn" is null;--> statement-breakpoint
ALTER TABLE "userBonuses" ADD CONSTRAINT "userBonuses_promotionCode_promotions_code_fk" FOREIGN KEY ("promotionCode") REFERENCES "public"."promotions"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "members_invited" ON "members" USING btree ("inviterId","createdAt");--> statement-breakpoint
CREATE UNIQUE INDEX "userBonuses_one_active" ON "userBonuses" USING btree ("memberId") WHERE "userBonuses"."isActive";--> statement-breakpoint
ALTER TABLE "userBonuses" ADD CONSTRAINT "userBonuses_bonus" UNIQUE("memberId","bonusCode");--> statement-breakpoint
ALTER TABLE "userBonuses" ADD CONSTRAINT "userBonuses_promotion" UNIQUE("memberId","promotionCode");--> statement-breakpoint
ALTER TABLE "bonuses" ADD CONSTRAINT "bonus_above_0" CHECK ("bonuses"."amount" > 0);--> statement-breakpoint
ALTER TABLE "bonuses" ADD CONSTRAINT "quota_kept" CHECK ("bonuses"."taken" <= "bonuses"."quota");--> statement-breakpoint
ALTER TABLE "userBonuses" ADD CONSTRAINT "bonus_or_promotion" CHECK (("userBonuses"."bonusCode" is null) <> ("userBonuses"."promotionCode" is null));--> statement-breakpoint
ALTER TABLE "userBonuses" ADD CONSTRAINT "remaining_not_negative" CHECK ("userBonuses"."remaining" >= 0);