import type { Db } from '#server/database/database.ts'
import { testMark } from './markedDatabase.ts'

/** The tables that a list or an enquiry shows, and the columns whose updates count. */
const shown = {
  enquiry: '',
  seen: '',
  document: '',
  contact: 'of name, email, merged_into',
  app_user: 'of name, picture_sha256, role',
}

/**
 * From now on, a transaction of the product that changes what a list or an enquiry shows fails unless it announces an event, whoever
 * has begun it: a request, a job, a received email. Statements of tests do not count.
 */
export async function requireEvents(db: Db) {
  await db.unsafe(`
    create function note_change() returns trigger language plpgsql as $$ begin
      if position('${testMark}' in current_query()) = 0 then
        perform set_config('test.changed', tg_table_name, true);
      end if;
      return null;
    end $$;
    create function note_event() returns trigger language plpgsql as $$ begin
      perform set_config('test.announced', 'yes', true);
      return null;
    end $$;
    create function require_event() returns trigger language plpgsql as $$ begin
      if current_setting('test.changed', true) <> '' and coalesce(current_setting('test.announced', true), '') = '' then
        raise exception '% was changed without an event', current_setting('test.changed', true);
      end if;
      return null;
    end $$;
    create trigger note_event after insert on event for each statement execute function note_event();`)
  for (const [table, columns] of Object.entries(shown)) {
    await db.unsafe(`
      create trigger note_change after insert or delete or update ${columns} on ${table}
        for each statement execute function note_change();
      create constraint trigger require_event after insert or delete or update ${columns} on ${table}
        deferrable initially deferred for each row execute function require_event();`)
  }
}
