-- A blog as Django 5 writes it: quoted names in small letters, references that are checked at the end, bool and datetime(6)
-- columns, moments of six digits, a JSON field with the check that Django adds. Every name is made up here.
CREATE TABLE "django_content_type" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app_label" varchar(100) NOT NULL,
  "model" varchar(100) NOT NULL);
CREATE UNIQUE INDEX "django_content_type_app_label_model_76bd3d3b_uniq" ON "django_content_type" ("app_label", "model");
CREATE TABLE "auth_group" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(150) NOT NULL UNIQUE);
CREATE TABLE "auth_permission" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED,
  "codename" varchar(100) NOT NULL, "name" varchar(255) NOT NULL);
CREATE UNIQUE INDEX "auth_permission_content_type_id_codename_01ab375a_uniq"
  ON "auth_permission" ("content_type_id", "codename");
CREATE TABLE "auth_user" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL,
  "last_login" datetime NULL, "is_superuser" bool NOT NULL, "username" varchar(150) NOT NULL UNIQUE,
  "last_name" varchar(150) NOT NULL, "email" varchar(254) NOT NULL, "is_staff" bool NOT NULL, "is_active" bool NOT NULL,
  "date_joined" datetime NOT NULL, "first_name" varchar(150) NOT NULL);
CREATE TABLE "auth_user_groups" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  "user_id" integer NOT NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED,
  "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX "auth_user_groups_user_id_group_id_94350c0c_uniq" ON "auth_user_groups" ("user_id", "group_id");
CREATE TABLE "auth_group_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED,
  "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX "auth_group_permissions_group_id_permission_id_0cd325b0_uniq"
  ON "auth_group_permissions" ("group_id", "permission_id");
CREATE TABLE "django_session" ("session_key" varchar(40) NOT NULL PRIMARY KEY, "session_data" text NOT NULL,
  "expire_date" datetime NOT NULL);
CREATE TABLE "django_admin_log" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "object_id" text NULL,
  "object_repr" varchar(200) NOT NULL, "action_flag" smallint unsigned NOT NULL CHECK ("action_flag" >= 0),
  "change_message" text NOT NULL,
  "content_type_id" integer NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED,
  "user_id" integer NOT NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED,
  "action_time" datetime NOT NULL);
CREATE TABLE "blog_category" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(80) NOT NULL UNIQUE,
  "slug" varchar(50) NOT NULL UNIQUE);
CREATE TABLE "blog_entry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "title" varchar(200) NOT NULL,
  "slug" varchar(50) NOT NULL UNIQUE, "body" text NOT NULL,
  "extra" text NULL CHECK ((JSON_VALID("extra") OR "extra" IS NULL)), "is_published" bool NOT NULL,
  "published_at" datetime(6) NULL,
  "author_id" integer NOT NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED,
  "category_id" bigint NULL REFERENCES "blog_category" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX "blog_entry_author_id_3f1c2a77" ON "blog_entry" ("author_id");
CREATE TABLE "blog_comment" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "text" text NOT NULL,
  "created_at" datetime(6) NOT NULL, "is_public" bool NOT NULL,
  "entry_id" integer NOT NULL REFERENCES "blog_entry" ("id") DEFERRABLE INITIALLY DEFERRED,
  "user_id" integer NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED);

INSERT INTO "django_content_type" ("app_label", "model") VALUES ('admin', 'logentry'), ('auth', 'permission'), ('auth', 'group'),
  ('auth', 'user'), ('contenttypes', 'contenttype'), ('sessions', 'session'), ('blog', 'category'), ('blog', 'entry'),
  ('blog', 'comment');
INSERT INTO "auth_permission" ("content_type_id", "codename", "name")
  SELECT "django_content_type"."id", value || '_' || "model", 'Can ' || value || ' ' || "model"
  FROM "django_content_type", json_each('["add","change","delete","view"]');
INSERT INTO "auth_group" ("name") VALUES ('Editors'), ('Moderators'), ('Translators');
INSERT INTO "auth_user" ("password", "last_login", "is_superuser", "username", "last_name", "email", "is_staff", "is_active",
    "date_joined", "first_name") VALUES
  ('!none', '2026-03-02 07:15:00.120034', 1, 'ramona', 'Wickersham', 'ramona@blog.example', 1, 1,
    '2024-11-21 00:06:49.862234', 'Ramona'),
  ('!none', NULL, 0, 'tobias', 'Quill', 'tobias@blog.example', 0, 1, '2025-01-05 18:30:00.000200', 'Tobias'),
  ('!none', NULL, 0, 'elise', 'Canal', 'elise@blog.example', 0, 1, '2025-02-11 09:00:01.500000', 'Elise'),
  ('!none', NULL, 0, 'hugo', 'Baker', 'hugo@blog.example', 0, 0, '2025-02-12 10:45:12.000001', 'Hugo');
INSERT INTO "auth_user_groups" ("user_id", "group_id") VALUES (1, 1), (1, 2), (3, 3);
INSERT INTO "auth_group_permissions" ("group_id", "permission_id")
  SELECT 1, "id" FROM "auth_permission" WHERE "codename" LIKE '%_entry';
INSERT INTO "django_session" VALUES ('k3v0m9', 'e30:1t', '2026-04-02 07:15:00.120034');
INSERT INTO "blog_category" ("name", "slug") VALUES ('Tea', 'tea'), ('Travel', 'travel'), ('Geese', 'geese');
INSERT INTO "blog_entry" ("title", "slug", "body", "extra", "is_published", "published_at", "author_id", "category_id") VALUES
  ('A kettle for two', 'a-kettle-for-two', 'Water first.', '{"tags": ["tea", "home"], "rating": 4}', 1,
    '2025-03-01 08:00:00.123456', 1, 1),
  ('The slow road to Tin River', 'slow-road', 'It takes a day.', '{"tags": ["road"], "map": {"zoom": 9}}', 1,
    '2025-03-14 16:20:31.000045', 2, 2),
  ('Geese, again', 'geese-again', 'They came back.', NULL, 0, NULL, 3, 3),
  ('Notes from the ferry', 'notes-from-the-ferry', 'Fog, mostly.', '[]', 1, '2025-04-20 05:59:59.999999', 3, 2);
INSERT INTO "blog_comment" ("text", "created_at", "is_public", "entry_id", "user_id") VALUES
  ('Milk first!', '2025-03-01 09:12:44.500001', 1, 1, 2), ('Never.', '2025-03-01 09:13:02.000010', 1, 1, 1),
  ('Which ferry?', '2025-04-21 11:00:00.000000', 1, 4, NULL);
INSERT INTO "django_admin_log" ("object_id", "object_repr", "action_flag", "change_message", "content_type_id", "user_id",
    "action_time") VALUES
  ('1', 'A kettle for two', 1, '[{"added": {}}]', 8, 1, '2025-03-01 07:59:12.983252'),
  ('3', 'Geese, again', 2, '[{"changed": {"fields": ["Body"]}}]', 8, 1, '2025-05-01 07:59:12.026028');
