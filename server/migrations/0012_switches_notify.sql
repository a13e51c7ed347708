-- Processes keep the switches in memory: each change tells them to read them again.
CREATE FUNCTION "switches_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('switches', '');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "switches_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "switches" FOR EACH STATEMENT EXECUTE FUNCTION "switches_changed"();
