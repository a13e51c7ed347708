CREATE INDEX "coupons_of_member" ON "coupons" USING btree ("memberId","wonAt","id");--> statement-breakpoint
CREATE INDEX "spins_of_member" ON "spins" USING btree ("memberId","id");