import type { ChangeFirstSteps, FirstSteps } from '#contract/firstSteps.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'

type Steps = Omit<FirstSteps, 'sendsMail'>

/** The first steps that the actor's company has done. The slow steps are looked up only in a company with few rows. */
export async function readFirstSteps(db: Db, { companyId, userId }: Actor): Promise<Steps> {
  const [shown] = await db<Pick<Steps, 'isShown' | 'isHidden' | 'hasRaised' | 'hasLogo'>[]>`
    select not u.has_hidden_first_steps and e.total <= ${limits.fewEnquiries} as is_shown,
      u.has_hidden_first_steps and e.total <= ${limits.fewEnquiries} as is_hidden, e.total > 0 as has_raised,
      c.logo_sha256 is not null as has_logo
    from app_user u join company c on c.id = u.company_id
    cross join (select coalesce(sum(count), 0) as total from enquiry_count where company_id = ${companyId}) e
    where u.company_id = ${companyId} and u.id = ${userId}`
  const none = { hasInvited: false, hasAnswered: false, hasImported: false }
  return { ...none, ...shown!, ...((shown!.isShown || shown!.isHidden) && (await readSlowSteps(db, companyId))) }
}

async function readSlowSteps(db: Db, companyId: string) {
  const [steps] = await db<Pick<Steps, 'hasInvited' | 'hasAnswered' | 'hasImported'>[]>`
    select
      exists (select from app_user where company_id = ${companyId} offset 1)
        or exists (select from invitation where company_id = ${companyId}) as has_invited,
      exists (select from message where company_id = ${companyId} and side = 'host') as has_answered,
      exists (
        select from enquiry e join activity a
          on a.company_id = e.company_id and a.subject = 'enquiry' and a.subject_id = e.id and a.action = 'imported'
        where e.company_id = ${companyId}) as has_imported`
  return steps!
}

/** Hides the steps from the actor, or shows them again. */
export async function changeFirstSteps(tx: Tx, { companyId, userId }: Actor, { isHidden }: ChangeFirstSteps) {
  await tx`
    update app_user set has_hidden_first_steps = ${isHidden} where company_id = ${companyId} and id = ${userId}`
}
