BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'papers','m001_library','2026-12-01 01:53:25.020162+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'papers','m002_papers','2026-12-01 01:53:25.021223+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'papers','m003_postings','2026-12-01 01:53:25.048122+00:00');
CREATE TABLE acronyms (
            short TEXT NOT NULL, long TEXT NOT NULL, papers INTEGER NOT NULL, PRIMARY KEY (short, long)
        ) WITHOUT ROWID
        ;
INSERT INTO "acronyms" VALUES('fl','feder learn',1);
CREATE TABLE aliases (number INTEGER PRIMARY KEY, paper INTEGER NOT NULL REFERENCES papers);
CREATE TABLE corpora (
            name TEXT PRIMARY KEY, label TEXT NOT NULL, version INTEGER NOT NULL, position INTEGER NOT NULL
        );
INSERT INTO "corpora" VALUES('icml2026','ICML 2026',1,0);
CREATE TABLE ids (
            kind TEXT NOT NULL, value TEXT NOT NULL,
            paper INTEGER NOT NULL REFERENCES papers ON DELETE CASCADE,
            PRIMARY KEY (kind, value, paper)
        ) WITHOUT ROWID
        ;
INSERT INTO "ids" VALUES('key','text:e2ae8efe2f0b509f3d45',1);
INSERT INTO "ids" VALUES('arxiv','2601.00001',2);
INSERT INTO "ids" VALUES('key','arxiv:2601.00001',2);
INSERT INTO "ids" VALUES('key','text:7241aea9cbab15ca064d',3);
CREATE TABLE library (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            id TEXT NOT NULL,
            version INTEGER NOT NULL,
            number INTEGER NOT NULL,
            analysis INTEGER NOT NULL,
            papers INTEGER NOT NULL,
            tokens INTEGER NOT NULL,
            lengths BLOB NOT NULL
        );
INSERT INTO "library" VALUES(1,'35b9194f5cdaafc31cea41ea97854eaa',1,3,0,3,23,X'00000000090000000800000006000000');
CREATE TABLE memberships (
            corpus TEXT NOT NULL REFERENCES corpora ON DELETE CASCADE ON UPDATE CASCADE,
            paper INTEGER NOT NULL REFERENCES papers ON DELETE CASCADE,
            PRIMARY KEY (corpus, paper)
        ) WITHOUT ROWID
        ;
INSERT INTO "memberships" VALUES('icml2026',1);
INSERT INTO "memberships" VALUES('icml2026',2);
INSERT INTO "memberships" VALUES('icml2026',3);
CREATE TABLE papers (
            number INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL, name TEXT NOT NULL, headline TEXT NOT NULL, abstract TEXT NOT NULL,
            authors TEXT NOT NULL, venue TEXT NOT NULL, year INTEGER, area TEXT NOT NULL,
            url TEXT NOT NULL, pdf TEXT NOT NULL, code TEXT NOT NULL,
            oral INTEGER NOT NULL, withdrawn INTEGER NOT NULL, ids TEXT NOT NULL
        );
INSERT INTO "papers" VALUES(1,'text:e2ae8efe2f0b509f3d45','Merging','','Merging','Model merging in weight space, without any data — 合并.','[]','',NULL,'','','','https://x.example/m',0,0,'[]');
INSERT INTO "papers" VALUES(2,'arxiv:2601.00001','Federated','','Federated','Federated learning (FL) of diffusion models.','[]','',NULL,'','','','',0,0,'[["arxiv", "2601.00001"]]');
INSERT INTO "papers" VALUES(3,'text:7241aea9cbab15ca064d','','','Abstract without a title on bandits','An abstract without a title on bandits.','[]','',2026,'','','','',0,0,'[]');
CREATE TABLE shingles (print INTEGER, paper INTEGER, PRIMARY KEY (print, paper)) WITHOUT ROWID;
CREATE TABLE sources (
            corpus TEXT NOT NULL REFERENCES corpora ON DELETE CASCADE ON UPDATE CASCADE,
            list TEXT NOT NULL,
            raw_hash BLOB NOT NULL,
            paper INTEGER NOT NULL REFERENCES papers ON DELETE CASCADE,
            position INTEGER NOT NULL, local TEXT NOT NULL, gone INTEGER NOT NULL,
            raw TEXT NOT NULL, told TEXT,
            PRIMARY KEY (corpus, list, raw_hash)
        ) WITHOUT ROWID
        ;
INSERT INTO "sources" VALUES('icml2026','test',X'2471EFB951D6383E7B3D4FAFAE3476DA',2,2,'',0,'Federated learning (FL) of diffusion models.[(''ids'', ((''arxiv'', ''2601.00001''),)), (''title'', ''Federated'')]',NULL);
INSERT INTO "sources" VALUES('icml2026','test',X'6331F7903820F8943E323AD6F9359A0F',3,3,'',0,'An abstract without a title on bandits.[(''year'', 2026)]',NULL);
INSERT INTO "sources" VALUES('icml2026','test',X'DF95BF0C29BBF38A24E17224373EC862',1,1,'',0,'Model merging in weight space, without any data — 合并.[(''code'', ''https://x.example/m''), (''title'', ''Merging'')]',NULL);
CREATE TABLE streams (
            paper INTEGER PRIMARY KEY REFERENCES papers ON DELETE CASCADE, terms BLOB NOT NULL, surfaces BLOB NOT NULL
        );
INSERT INTO "streams" VALUES(1,X'8616CB6800000000D97295D78616CB684155CD073AC1722963F3F3AD55838CB6000000000000000000000000',X'4155CD073AC17229DA52796563F3F3AD55838CB6D97295D7');
INSERT INTO "streams" VALUES(2,X'CF9EF73500000000CF9EF7355C9C0E68ADF37A36AB4BD67FD97295D7000000000000000000000000',X'ADF37A365B413859A66D9E77C2A405CF0930D6E4');
INSERT INTO "streams" VALUES(3,X'A15F3575F989488D08D7DC2700000000A15F3575F989488D08D7DC27000000000000000000000000',X'EE9BF2156B78362BA15F3575');
CREATE TABLE terms (
            term TEXT PRIMARY KEY,
            numbers BLOB NOT NULL, counts BLOB NOT NULL,
            extra_numbers BLOB NOT NULL, extra_counts BLOB NOT NULL
        );
INSERT INTO "terms" VALUES('abstract',X'03000000',X'0200',X'',X'');
INSERT INTO "terms" VALUES('bandit',X'03000000',X'0200',X'',X'');
INSERT INTO "terms" VALUES('data',X'01000000',X'0100',X'',X'');
INSERT INTO "terms" VALUES('diffu',X'',X'',X'02000000',X'0100');
INSERT INTO "terms" VALUES('diffus',X'02000000',X'0100',X'',X'');
INSERT INTO "terms" VALUES('feder',X'02000000',X'0400',X'',X'');
INSERT INTO "terms" VALUES('fl',X'02000000',X'0100',X'',X'');
INSERT INTO "terms" VALUES('learn',X'02000000',X'0100',X'',X'');
INSERT INTO "terms" VALUES('merg',X'01000000',X'0400',X'',X'');
INSERT INTO "terms" VALUES('model',X'0100000002000000',X'01000100',X'',X'');
INSERT INTO "terms" VALUES('space',X'01000000',X'0100',X'',X'');
INSERT INTO "terms" VALUES('titl',X'03000000',X'0200',X'',X'');
INSERT INTO "terms" VALUES('weight',X'01000000',X'0100',X'',X'');
INSERT INTO "terms" VALUES('合并',X'01000000',X'0100',X'',X'');
CREATE TABLE titles (print INTEGER, paper INTEGER, PRIMARY KEY (print, paper)) WITHOUT ROWID;
INSERT INTO "titles" VALUES(3655983283330876141,1);
INSERT INTO "titles" VALUES(4309723648587531180,2);
CREATE TABLE vectors (paper INTEGER PRIMARY KEY REFERENCES papers ON DELETE CASCADE, vector BLOB NOT NULL);
CREATE TABLE words (word TEXT PRIMARY KEY, papers INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "words" VALUES('abstract',1);
INSERT INTO "words" VALUES('bandits',1);
INSERT INTO "words" VALUES('data',1);
INSERT INTO "words" VALUES('diffusion',1);
INSERT INTO "words" VALUES('federated',1);
INSERT INTO "words" VALUES('fl',1);
INSERT INTO "words" VALUES('learning',1);
INSERT INTO "words" VALUES('merging',1);
INSERT INTO "words" VALUES('model',1);
INSERT INTO "words" VALUES('models',1);
INSERT INTO "words" VALUES('space',1);
INSERT INTO "words" VALUES('title',1);
INSERT INTO "words" VALUES('weight',1);
INSERT INTO "words" VALUES('合并',1);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX memberships_of_paper ON memberships (paper);
CREATE INDEX sources_of_paper ON sources (paper);
CREATE INDEX aliases_of_paper ON aliases (paper);
CREATE INDEX ids_of_paper ON ids (paper);
CREATE INDEX acronyms_by_long ON acronyms (long);
CREATE TRIGGER vector_of_changed_paper AFTER UPDATE OF headline, abstract ON papers
        WHEN old.headline != new.headline OR old.abstract != new.abstract
        BEGIN DELETE FROM vectors WHERE paper = new.number; END;
CREATE INDEX papers_with_code ON papers (number) WHERE code != '';
CREATE INDEX papers_oral ON papers (number) WHERE oral;
CREATE INDEX papers_withdrawn ON papers (number) WHERE withdrawn;
CREATE INDEX papers_by_year ON papers (year);
CREATE INDEX papers_by_venue ON papers (venue);
COMMIT;
