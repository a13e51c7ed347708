CREATE TABLE "auditLog" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "auditLog_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"memberId" text,
	"actor" text NOT NULL,
	"cause" text NOT NULL,
	"entryId" bigint,
	CONSTRAINT "auditLog_kind_known" CHECK ("auditLog"."kind" in ('money', 'register', 'login', 'login refused', 'logout', 'password', 'password refused', 'sessions ended', 'payee', 'payee refused', 'hold'))
);
--> statement-breakpoint
ALTER TABLE "auditLog" ADD CONSTRAINT "auditLog_memberId_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auditLog" ADD CONSTRAINT "auditLog_entryId_entries_id_fk" FOREIGN KEY ("entryId") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "auditLog_entryId_index" ON "auditLog" USING btree ("entryId");--> statement-breakpoint
CREATE INDEX "auditLog_memberId_id_index" ON "auditLog" USING btree ("memberId","id");--> statement-breakpoint
-- The audit log is only added to, as the ledger is.
CREATE TRIGGER "auditLog_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "auditLog" FOR EACH STATEMENT EXECUTE FUNCTION "never_changed"();
