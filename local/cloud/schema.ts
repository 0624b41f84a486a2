/**
 * The tables. `messages.in_flight` tells a received message from a delayed one: both become visible at `visible_ms`.
 * `objects.key` compares as UTF-8 bytes (SQLite's BINARY collation), which is S3's order of listing.
 */
export const schema =
  `
CREATE TABLE IF NOT EXISTS queues (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, attributes TEXT NOT NULL,
  created_ms INTEGER NOT NULL, modified_ms INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT, queue INTEGER NOT NULL, message_id TEXT NOT NULL, body TEXT NOT NULL,
  attributes TEXT, trace_header TEXT, group_id TEXT, source_arn TEXT, sent_ms INTEGER NOT NULL, visible_ms ` +
  `INTEGER NOT NULL,
  in_flight INTEGER NOT NULL DEFAULT 0, receives INTEGER NOT NULL DEFAULT 0, first_received_ms INTEGER,
  receipt INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX IF NOT EXISTS messages_visible ON messages (queue, visible_ms, id);
CREATE INDEX IF NOT EXISTS messages_of_group ON messages (queue, group_id, visible_ms, id);
CREATE INDEX IF NOT EXISTS messages_in_flight ON messages (queue, group_id) WHERE in_flight = 1;
CREATE TABLE IF NOT EXISTS move_tasks (
  id TEXT PRIMARY KEY, source TEXT NOT NULL, destination TEXT, per_second INTEGER, status TEXT NOT NULL,
  started_ms INTEGER NOT NULL, moved INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL, failure TEXT) STRICT;
CREATE TABLE IF NOT EXISTS buckets (
  name TEXT PRIMARY KEY, notifications TEXT NOT NULL, created_ms INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS lifecycles (bucket TEXT PRIMARY KEY, rules TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS objects (
  bucket TEXT NOT NULL, key TEXT NOT NULL, file TEXT NOT NULL, folded TEXT, size INTEGER NOT NULL, etag TEXT NOT NULL,
  modified_ms INTEGER NOT NULL, headers TEXT NOT NULL, checksum TEXT, PRIMARY KEY (bucket, key)) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS objects_folded ON objects (bucket, folded) WHERE folded IS NOT NULL;
CREATE TABLE IF NOT EXISTS file_work (
  id INTEGER PRIMARY KEY, source TEXT, target TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS uploads (
  id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, headers TEXT NOT NULL, started_ms INTEGER ` +
  `NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS parts (
  upload TEXT NOT NULL, number INTEGER NOT NULL, file TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
  modified_ms INTEGER NOT NULL, PRIMARY KEY (upload, number)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
  id TEXT PRIMARY KEY, bus TEXT NOT NULL, source TEXT NOT NULL, event TEXT NOT NULL, put_ms INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS secrets (
  name TEXT PRIMARY KEY, version TEXT NOT NULL, text TEXT, bytes TEXT, created_ms INTEGER NOT NULL) STRICT, ` +
  `WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS parameters (
  name TEXT NOT NULL, version INTEGER NOT NULL, type TEXT NOT NULL, value TEXT NOT NULL, modified_ms INTEGER NOT NULL,
  PRIMARY KEY (name, version)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS previous_secrets (
  name TEXT PRIMARY KEY, version TEXT NOT NULL, text TEXT, bytes TEXT) STRICT, WITHOUT ROWID;
`;
