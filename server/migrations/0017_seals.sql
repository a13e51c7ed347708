CREATE TABLE "seals" (
	"no" integer PRIMARY KEY NOT NULL,
	"entryIds" bigint[] NOT NULL,
	"digests" text[] NOT NULL,
	"lastId" bigint NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seal_digests" CHECK (cardinality("seals"."entryIds") > 0 and cardinality("seals"."entryIds") = cardinality("seals"."digests"))
);--> statement-breakpoint
-- Seals are only added to, as the ledger is.
CREATE TRIGGER "seals_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "seals" FOR EACH STATEMENT EXECUTE FUNCTION "never_changed"();
