ALTER TABLE "tokens" ADD COLUMN "device" text;--> statement-breakpoint
CREATE INDEX "devices_memberId_index" ON "devices" USING btree ("memberId");