import { cannedAnswers, company, notes, password, people, sites, statuses, topics } from './content.mjs'
import { logo, picture, portrait } from './pictures.mjs'

/** Fills an empty server by the same requests that its page makes; answers how many enquiries there are. */
export async function fill(origin) {
  const [owner, agent, member] = await registerEverybody(origin)
  const requesters = [member, owner, member]
  for (const answer of cannedAnswers) await agent.send('POST', 'answers', answer)
  const count = topics.length * sites.length
  for (let i = 0; i < count; i++) {
    const enquiry = await raise(i, requesters[i % requesters.length], agent)
    await handOut(i, enquiry, [agent, owner])
  }
  return count
}

async function registerEverybody(origin) {
  const [first, ...others] = people
  const owner = await enter(origin, { ...first, companyName: company })
  await owner.send('PATCH', 'users', { profilePic: await portrait(first.colour), company: { logo: await logo() } })
  const entered = [owner]
  for (const person of others) {
    const { invitation } = await owner.send('POST', 'invitations', { email: person.email, role: person.role })
    const caller = await enter(origin, { ...person, invitation })
    await caller.send('PATCH', 'users', { profilePic: await portrait(person.colour) })
    entered.push(caller)
  }
  return entered
}

/** Registers a person, by a company's name or by an invitation; what they send then is sent as theirs. */
async function enter(origin, { name, email, companyName, invitation }) {
  const form = invitation ? { invitation, name, password } : { companyName, name, email, password }
  const { accessToken, userData } = await request(origin, 'POST', 'auth/register', form)
  return { id: userData._id, send: (method, path, body) => request(origin, method, path, body, accessToken) }
}

async function request(origin, method, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const question = { method, headers, body: JSON.stringify(body) }
  const response = await fetch(`${origin}/api/${path}`, question)
  const { message, data } = await response.json()
  if (!response.ok) throw new Error(`${method} /api/${path} was answered ${response.status}: ${message}`)
  return data
}

/** The topics take turns, each time at another place, so that neighbours in the list differ. */
async function raise(i, requester, agent) {
  const topic = topics[i % topics.length]
  const round = Math.floor(i / topics.length)
  const [site, room] = sites[(i + round) % sites.length]
  const here = (text) =>
    text
      .replaceAll('{site}', site)
      .replaceAll('{room}', nameOf(room))
      .replaceAll('{n}', String(10 + i))
  const enquiry = await requester.send('POST', 'enquiry', {
    enquiryType: topic.type,
    summery: here(topic.summary),
    description: here(topic.description),
    documents: await documentsOf(topic, i),
  })
  const status = statuses[(i + round) % statuses.length]
  for (const [turn, text] of topic.thread.slice(0, lengthOf(status, topic, i)).entries()) {
    const [sender, side] = turn % 2 ? [agent, 'host'] : [requester, 'customer']
    await sender.send('POST', 'chat', { enquiry: enquiry._id, side, message: here(text) })
  }
  if (status !== 'open') {
    await agent.send('PATCH', 'enquiry', {
      id: enquiry._id,
      enquiryStatus: status,
      comments: status === 'closed' ? topic.comments : '',
    })
  }
  return enquiry
}

/** Half of them are somebody's, some are talked about, and so the desk has something of everything. */
async function handOut(i, { _id }, hosts) {
  const host = hosts[i % 3 ? 0 : 1]
  if (i % 2) await host.send('PATCH', 'enquiry', { id: _id, assignee: host.id })
  if (i % 4 === 1) await host.send('POST', 'notes', { enquiry: _id, note: notes[i % notes.length] })
}

function nameOf(room) {
  return /^\d/.test(room) ? `room ${room}` : room
}

/** Nobody has answered half of the open ones; a closed one was talked to its end. */
function lengthOf(status, { thread }, i) {
  if (status === 'closed') return thread.length
  if (status === 'open') return i % 2 ? 1 : 0
  return 1 + (i % thread.length)
}

async function documentsOf({ type, pictures }, i) {
  const documents = pictures.map(async (kind, n) => ({
    name: `${type.toLowerCase()}-${kind}-${n + 1}.jpg`,
    url: await picture(kind, (i * 47 + n * 20) % 360),
  }))
  return Promise.all(documents)
}
