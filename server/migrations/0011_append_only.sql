-- The ledger is only added to: what was wrong is corrected by another entry.
CREATE FUNCTION "never_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "entries" FOR EACH STATEMENT EXECUTE FUNCTION "never_changed"();--> statement-breakpoint
CREATE TRIGGER "postings_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "postings" FOR EACH STATEMENT EXECUTE FUNCTION "never_changed"();--> statement-breakpoint
CREATE FUNCTION "entry_adds_up"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum("amount") FROM "postings" WHERE "entryId" = NEW."entryId") <> 0 THEN
    RAISE EXCEPTION 'the postings of entry % do not add up to zero', NEW."entryId"
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_adds_up';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "entry_adds_up" AFTER INSERT ON "postings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "entry_adds_up"();
