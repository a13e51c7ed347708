CREATE TABLE "chatFiles" (
	"file" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"name" text NOT NULL,
	"isSent" boolean DEFAULT false NOT NULL,
	"createdAt" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chatMessages" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chatMessages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chat" text NOT NULL,
	"clientId" text NOT NULL,
	"sender" text NOT NULL,
	"message" jsonb NOT NULL,
	"sessionId" text,
	"username" text,
	"name" text,
	"deviceToken" text,
	"createdAt" timestamp with time zone NOT NULL,
	CONSTRAINT "chatMessages_client" UNIQUE("chat","clientId")
);
--> statement-breakpoint
CREATE TABLE "chats" (
	"owner" text PRIMARY KEY NOT NULL,
	"readSeq" bigint DEFAULT 0 NOT NULL,
	"agentReadSeq" bigint DEFAULT 0 NOT NULL,
	"answeredAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "siteKeys" (
	"name" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "socket_io_attachments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now(),
	"payload" "bytea"
);
--> statement-breakpoint
ALTER TABLE "chatMessages" ADD CONSTRAINT "chatMessages_chat_chats_owner_fk" FOREIGN KEY ("chat") REFERENCES "public"."chats"("owner") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chatFiles_owner_createdAt_index" ON "chatFiles" USING btree ("owner","createdAt");--> statement-breakpoint
CREATE INDEX "chatFiles_unsent" ON "chatFiles" USING btree ("createdAt") WHERE not "chatFiles"."isSent";--> statement-breakpoint
CREATE INDEX "chatMessages_chat_seq_index" ON "chatMessages" USING btree ("chat","seq");