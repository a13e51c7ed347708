ALTER TABLE "accounts" DROP CONSTRAINT "accounts_owner";--> statement-breakpoint
DROP INDEX "shares_to_collect";--> statement-breakpoint
CREATE INDEX "otps_sentAt_index" ON "otps" USING btree ("sentAt");--> statement-breakpoint
CREATE INDEX "tokens_expiresAt_index" ON "tokens" USING btree ("expiresAt");--> statement-breakpoint
CREATE INDEX "inviteShares_inviterId_collectedAt_index" ON "inviteShares" USING btree ("inviterId","collectedAt");--> statement-breakpoint
CREATE INDEX "requests_at_index" ON "requests" USING btree ("at");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_owner" UNIQUE NULLS NOT DISTINCT("memberId","kind","gameCode");