ALTER TABLE "members" ADD COLUMN "isDemo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A demo start gives all its members one salted hash, which no other member has.
UPDATE "members" SET "isDemo" = true WHERE "password" IN (
	SELECT "password" FROM "members" WHERE ("username", "bankCode", "bankAccountNo") IN (
		('0812345678', 'KBANK', '1234567890'), ('0898765432', 'KTB', '9876543210'), ('0900000000', 'SCB', '5550001112')
	)
);
