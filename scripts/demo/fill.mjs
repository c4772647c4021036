import { cannedResponses, company, customerForm, notes, password, people, sites, statuses, topics } from './content.mjs'
import { pdf } from './pdf.mjs'
import { logo, picture, portrait } from './pictures.mjs'

/** Fills an empty server through its API. Returns the number of enquiries. */
export async function fill(origin) {
  const [owner, agent, member] = await registerAll(origin)
  const requesters = [member, owner, member]
  for (const response of cannedResponses) await agent.send('POST', 'answers', response)
  await owner.send('PATCH', 'customer-form', customerForm)
  const count = topics.length * sites.length
  for (let i = 0; i < count; i++) {
    const enquiry = await raise(i, requesters[i % requesters.length], agent)
    await assignAndNote(i, enquiry, [agent, owner])
  }
  return count
}

async function registerAll(origin) {
  const [first, ...others] = people
  const owner = await register(origin, { ...first, companyName: company })
  await owner.send('PATCH', 'users', { profilePic: await portrait(first.colour), company: { logo: await logo() } })
  // Only confirmed people may invite others.
  await confirmAddresses(origin, 1)
  const registered = [owner]
  for (const person of others) {
    const { invitation } = await owner.send('POST', 'invitations', { email: person.email, role: person.role })
    const caller = await register(origin, { ...person, invitation })
    await caller.send('PATCH', 'users', { profilePic: await portrait(person.colour) })
    registered.push(caller)
  }
  await confirmAddresses(origin, people.length)
  return registered
}

/** Opens the links in the caught mails that ask so many people to confirm their addresses. */
async function confirmAddresses(origin, count) {
  let tokens = []
  while (tokens.length < count) {
    const mails = await (await fetch(`${origin}/dev/mails.json`)).json()
    tokens = mails.flatMap(({ text }) => /\/email\?token=([\w.-]+)/.exec(text)?.[1] ?? [])
  }
  for (const token of tokens) await request(origin, 'POST', 'auth/email-links', { token })
}

/** Registers a person with a new company or an invitation. `send` then makes requests as that person. */
async function register(origin, { name, email, companyName, invitation }) {
  const form = invitation ? { invitation, name, password } : { companyName, name, email, password }
  const { accessToken, userData } = await request(origin, 'POST', 'auth/register', form)
  return { id: userData._id, send: (method, path, body) => request(origin, method, path, body, accessToken) }
}

async function request(origin, method, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const options = { method, headers, body: JSON.stringify(body) }
  const response = await fetch(`${origin}/api/${path}`, options)
  const { message, data } = await response.json()
  if (!response.ok) throw new Error(`${method} /api/${path} failed with ${response.status}: ${message}`)
  return data
}

/** Topics take turns, each time at another site, so that adjacent enquiries differ. */
async function raise(i, requester, agent) {
  const topic = topics[i % topics.length]
  const round = Math.floor(i / topics.length)
  const [site, room] = sites[(i + round) % sites.length]
  const fillIn = (text) =>
    text
      .replaceAll('{site}', site)
      .replaceAll('{room}', nameOf(room))
      .replaceAll('{n}', String(10 + i))
  const enquiry = await requester.send('POST', 'enquiry', {
    enquiryType: topic.type,
    summery: fillIn(topic.summary),
    description: fillIn(topic.description),
    documents: await documentsOf(topic, i),
  })
  const status = statuses[(i + round) % statuses.length]
  for (const [turn, entry] of topic.thread.slice(0, lengthOf(status, topic, i)).entries()) {
    const [sender, side] = turn % 2 ? [agent, 'host'] : [requester, 'customer']
    const { text, ...content } = typeof entry === 'string' ? { text: entry } : entry
    const files = await filesOf(topic, content, i)
    await sender.send('POST', 'chat', { enquiry: enquiry._id, side, message: fillIn(text), files })
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

/** Assigns every second enquiry and adds some notes, so that the desk shows a bit of everything. */
async function assignAndNote(i, { _id }, hosts) {
  const host = hosts[i % 3 ? 0 : 1]
  if (i % 2) await host.send('PATCH', 'enquiry', { id: _id, assignee: host.id })
  if (i % 4 === 1) await host.send('POST', 'notes', { enquiry: _id, note: notes[i % notes.length] })
}

function nameOf(room) {
  return /^\d/.test(room) ? `room ${room}` : room
}

/** The number of messages: all for closed enquiries, and none for half of the open ones. */
function lengthOf(status, { thread }, i) {
  if (status === 'closed') return thread.length
  if (status === 'open') return i % 2 ? 1 : 0
  return 1 + (i % thread.length)
}

function documentsOf({ type, pictures }, i) {
  const documents = pictures.map(async (kind, n) => ({
    name: `${type.toLowerCase()}-${kind}-${n + 1}.jpg`,
    url: await picture(kind, (i * 47 + n * 20) % 360),
  }))
  return Promise.all(documents)
}

async function filesOf({ type }, { pictures = [], pdf: lines }, i) {
  const images = await documentsOf({ type, pictures }, i)
  return lines ? [...images, { name: `${type.toLowerCase()}.pdf`, url: pdf(lines) }] : images
}
