export const company = 'Brightwater Hotels'
export const password = 'brightwater-demo'

/** The people of the demo. The first registers the company and invites the others. */
export const people = [
  { role: 'owner', name: 'Amelia Hart', email: 'amelia@brightwater.example', colour: '#0C44AE' },
  { role: 'agent', name: 'Tomás Rivera', email: 'tomas@brightwater.example', colour: '#B76E00' },
  { role: 'member', name: 'Priya Nair', email: 'priya@brightwater.example', colour: '#118D57' },
  { role: 'viewer', name: 'Jonas Weber', email: 'jonas@brightwater.example', colour: '#7A0C2E' },
]

/** The form with which guests write to the hotels. */
export const customerForm = {
  isEnabled: true,
  slug: 'brightwater',
  types: ['A question about my stay', 'Something was not right', 'An invoice'],
  greeting: 'Welcome to Brightwater Hotels. How can we help you?',
  colour: '#0c6b8f',
  languages: ['en', 'de', 'fr', 'es', 'ar'],
  privacyUrl: null,
  origins: [],
}

/** Pairs of a site and a room there, which replace {site} and {room}. */
export const sites = [
  ['Harbour House', '214'],
  ['the Station Hotel', '31'],
  ['Mill Lane', 'the breakfast room'],
  ['the Exchange', '507'],
  ['the Old Brewery', 'the spa'],
  ['Park View', '108'],
]

/**
 * Each topic is raised at several sites. Messages alternate between customer and host, starting with the customer. A message
 * with files is an object: `pictures` are scenes, and `pdf` has the lines of a document.
 */
export const topics = [
  {
    type: 'Maintenance',
    summary: 'Water under the wash basin at {site}',
    description:
      'Housekeeping found a puddle below the basin in {room} this morning. We closed the valve, and it has not come back since. The cabinet floor is swollen.\n\nGuests arrive at 15:00, so we moved them for tonight.',
    comments: 'Trap replaced. The cabinet floor is ordered; the room can be sold again in the meantime.',
    pictures: ['pipe', 'pipe', 'plan'],
    thread: [
      'Photos are attached. Can we sell the room again once it is dry?',
      'Please keep it closed until the trap is changed: it is the same batch that failed last month. A plumber comes tomorrow between 8 and 10.',
      'Understood. The duty manager knows and will let him in.',
      'Done, and tested for an hour. The cabinet floor follows next week.',
      'Thank you, that was quick!',
    ],
  },
  {
    type: 'Invoice',
    summary: 'Laundry invoice 88{n} is higher than agreed',
    description:
      'The July invoice for {site} charges 0.42 a towel. Our contract says 0.38 until the end of the year. The difference is 214.60.\n\nCould you ask for a corrected invoice before we pay?',
    comments: 'The supplier confirmed the mistake. A credit note is on its way.',
    pictures: ['invoice'],
    thread: [
      'I attached the page in question. The price is in the third line.',
      'You are right. I have written to their accounts department and put the payment on hold.',
      'Good. Should we mark it as disputed on our side?',
      'Yes please, so that no reminder goes out.',
    ],
  },
  {
    type: 'IT',
    summary: 'Card terminal at {site} shows “connection lost”',
    description:
      'Since the update on Monday the terminal at reception drops out about once an hour. It comes back after a restart, which takes three minutes with guests waiting.',
    comments: 'Terminal moved to the wired network. No interruption since.',
    pictures: ['screen', 'screen'],
    thread: [
      'It just happened again, at 9:42.',
      'Thanks, the time helps: our log shows the wireless network changing its channel at exactly that minute. Is there a network socket near the desk?',
      'There is one behind the printer.',
      'Then I am sending a cable today. It plugs into the bottom of the terminal; nothing needs to be set.',
      'Plugged in. Let’s see.',
      'Four days without a drop. I am closing this; write again if it comes back.',
    ],
  },
  {
    type: 'Delivery',
    summary: 'Two of six armchairs arrived damaged',
    description:
      'The armchairs for {site} came today. Two have a cut along the seat, as if the box had been opened with a knife. The driver noted it on his sheet.',
    comments: 'Replacements leave the factory on the 14th.',
    pictures: ['parcel', 'chair', 'chair', 'invoice'],
    thread: [
      'Shall we send the two back with the next delivery, or keep them until the new ones are here?',
      'Keep them, please. You may use them in the staff room meanwhile.',
      'Will do.',
    ],
  },
  {
    type: 'Supplies',
    summary: 'Coffee capsules: switch to the compostable ones?',
    description:
      'Guests at {site} keep asking for them. The compostable capsules fit our machines and cost 3 cents more. Could we try them for a month?',
    comments: 'Trial agreed for a month; we will compare the numbers afterwards.',
    pictures: [],
    thread: [
      'Our regulars would notice, in a good way.',
      'I like it. How many do you use in a month?',
      'About 1,900 in {room} alone, so roughly 57 more a month.',
      'Agreed. I ordered 2,000 for the trial.',
    ],
  },
  {
    type: 'Safety',
    summary: 'Emergency light out in the east stairwell',
    description:
      'During the weekly round at {site} the light between the second and third floor stayed dark. The test button does nothing.',
    comments: 'Battery changed and entered in the safety log.',
    pictures: ['lamp', 'plan'],
    thread: [
      'We put a battery lamp there for the night. The inspection is on Thursday.',
      'The electrician comes today at 16:00. Please keep the stairwell key at reception.',
      'He was here and changed the battery. The light works.',
      'Thank you. I entered it in the log with today’s date.',
    ],
  },
  {
    type: 'IT',
    summary: 'New colleague needs access to bookings',
    description:
      'Lena Okafor starts at reception of {site} on the first. She needs bookings and the shift plan, not the accounts.',
    comments: 'Access is ready; the password was handed over in person.',
    pictures: [],
    thread: [
      'She will be on the early shift, from 6:00.',
      'Everything is ready. Her badge is in the morning post.',
      'It has arrived, thanks.',
    ],
  },
  {
    type: 'Maintenance',
    summary: 'Lift stops a few centimetres too low',
    description:
      'The guest lift at {site} stops about 8 cm below the floor on level 3. Trolleys get stuck, and someone will trip. We put up a sign.',
    comments: 'Level switch adjusted by the manufacturer. Under observation for two weeks.',
    pictures: ['lift', 'plan'],
    thread: [
      'It is only level 3, and only when the lift comes from below.',
      'That points to the level switch. The manufacturer will send someone within 24 hours; please lock level 3 until then.',
      'Locked. Guests on that floor use the service lift.',
      'Adjusted this afternoon. Could you keep an eye on it until the end of the month?',
      'We will.',
    ],
  },
  {
    type: 'Guests',
    summary: 'Guest left a camera in {room}',
    description:
      'A guest who left {site} on Sunday is missing a black camera with a red strap. Housekeeping has not handed in anything so far. She has written twice.',
    comments: '',
    pictures: ['camera'],
    thread: [
      { text: 'She sent this picture of it.', pictures: ['camera'] },
      'It was in the night porter’s lost property, labelled with the wrong room. I am sending it by insured post today.',
      'You made someone very happy.',
    ],
  },
  {
    type: 'Invoice',
    summary: 'Second copy of the energy bill, please',
    description:
      'The auditor has asked for the second-quarter energy bill for {site}. Ours has a coffee stain right on the total.',
    comments: '',
    pictures: ['invoice', 'invoice'],
    thread: [
      'A scan is enough for her.',
      {
        text: 'Here are both pages, and the meter as I found it.',
        pictures: ['screen'],
        pdf: ['Energy bill, second quarter', '', '48,210 kWh at 0.21', 'Total: 10,124.10'],
      },
    ],
  },
]

/** The statuses that the enquiries get, in turn. */
export const statuses = [
  'open',
  'in-progress',
  'closed',
  'inReview',
  'open',
  'in-progress',
  'onHold',
  'closed',
  'open',
  'in-progress',
]

export const cannedResponses = [
  { name: 'Greeting', answer: 'Hello {{customer.name}},\n\nthank you for {{enquiry.id}}. I am looking into it.' },
  { name: 'Photo', answer: 'Could you add a photo of it, {{customer.name}}? It tells us which part to bring.' },
  { name: 'Tomorrow', answer: 'Someone will come tomorrow between 8 and 10. Please leave the key at reception.' },
  {
    name: 'Done',
    answer: 'This is done. Write again under {{enquiry.id}} if it comes back.\n\n{{agent.name}}, {{company.name}}',
  },
]

/** The internal notes that enquiries get, in turn. */
export const notes = [
  'The same batch failed last month: ask for the serial number before sending anyone.',
  'They pay quarterly. Accounts wants to know about every credit note.',
  'The duty manager there prefers a call before 9.',
]
