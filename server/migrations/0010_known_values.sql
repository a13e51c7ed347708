ALTER TABLE "chatFiles" ADD CONSTRAINT "chatFiles_type_known" CHECK ("chatFiles"."type" in ('image/png', 'image/jpeg', 'image/gif', 'video/mp4', 'video/quicktime', 'text/plain'));--> statement-breakpoint
ALTER TABLE "chatMessages" ADD CONSTRAINT "chatMessages_sender_known" CHECK ("chatMessages"."sender" in ('customer', 'other'));--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_currency_known" CHECK ("members"."currency" in ('LAK', 'BAHT'));--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_kind_known" CHECK ("accounts"."kind" in ('wallet', 'game', 'pending', 'transit', 'outside'));--> statement-breakpoint
ALTER TABLE "depositBanks" ADD CONSTRAINT "depositBanks_bankType_known" CHECK ("depositBanks"."bankType" in ('PAYMENT', 'bank'));--> statement-breakpoint
ALTER TABLE "depositBanks" ADD CONSTRAINT "depositBanks_mode_known" CHECK ("depositBanks"."mode" in ('AUTO', 'SMS'));--> statement-breakpoint
ALTER TABLE "depositWallets" ADD CONSTRAINT "depositWallets_mode_known" CHECK ("depositWallets"."mode" in ('AUTO', 'SMS'));--> statement-breakpoint
ALTER TABLE "qrcodes" ADD CONSTRAINT "qrcodes_provider_known" CHECK ("qrcodes"."provider" in ('KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP'));--> statement-breakpoint
ALTER TABLE "qrcodes" ADD CONSTRAINT "qrcodes_status_known" CHECK ("qrcodes"."status" in ('open', 'paid', 'cancelled', 'superseded'));--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_type_known" CHECK ("slips"."type" in ('image/png', 'image/jpeg'));--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_status_known" CHECK ("slips"."status" in ('PENDING', 'SUCCESS', 'FAILED'));--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_type_known" CHECK ("statements"."type" in ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'));--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_status_known" CHECK ("statements"."status" in ('PENDING', 'SUCCESS', 'FAILED'));--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_link_known" CHECK ("statements"."link" in ('bonus', 'promotion', 'invite', 'refund', 'luckydraw'));--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_kind_known" CHECK ("operations"."kind" in ('transfer', 'clear', 'gift', 'qr', 'open', 'reset', 'invite', 'sms'));--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_state_known" CHECK ("operations"."state" in ('sent', 'unknown', 'settled', 'refused'));--> statement-breakpoint
ALTER TABLE "bonuses" ADD CONSTRAINT "bonuses_type_known" CHECK ("bonuses"."type" in ('limit', 'day', 'week'));