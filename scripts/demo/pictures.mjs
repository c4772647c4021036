import sharp from 'sharp'

const width = 1200
const height = 800

/** The scenes: shapes on a background with the given hue. */
const scenes = {
  pipe: (hue) => `
    ${wall(hue)}<ellipse cx="600" cy="700" rx="420" ry="60" fill="hsl(205 60% 45% / .55)"/>
    <path d="M520 80v330q0 90 90 90t90-90v-60h200" fill="none" stroke="hsl(${hue} 8% 62%)" stroke-width="64"/>
    <path d="M505 80v330q0 105 105 105" fill="none" stroke="hsl(${hue} 8% 85%)" stroke-width="10"/>
    ${[560, 610, 655].map((x, i) => `<ellipse cx="${x}" cy="${560 + i * 40}" rx="9" ry="16" fill="hsl(205 70% 55%)"/>`).join('')}`,
  invoice: (hue) => `
    ${table(hue)}<g transform="rotate(-4 600 400)"><path d="M330 40h540v740H330z" fill="#fff"/>
    <path d="M370 90h150v40H370z" fill="hsl(${hue} 60% 45%)"/>
    ${rows(12, (i) => `<path d="M370 ${190 + i * 40}h${240 + ((i * 37) % 90)}M760 ${190 + i * 40}h70" stroke="#889" stroke-width="8"/>`)}
    <path d="M355 250h490v44H355z" fill="none" stroke="hsl(0 75% 50%)" stroke-width="6"/></g>`,
  screen: (hue) => `
    ${table(hue)}<rect x="330" y="90" width="540" height="620" rx="40" fill="#222"/>
    <rect x="370" y="140" width="460" height="380" rx="10" fill="hsl(${hue} 30% 92%)"/>
    <circle cx="600" cy="280" r="70" fill="hsl(12 80% 55%)"/><path d="M600 240v50M600 312v6" stroke="#fff" stroke-width="18" stroke-linecap="round"/>
    <path d="M450 400h300M490 440h220" stroke="#667" stroke-width="14"/>
    ${rows(8, (i) => `<rect x="${390 + (i % 4) * 110}" y="${560 + Math.floor(i / 4) * 66}" width="80" height="44" rx="8" fill="#555"/>`)}`,
  parcel: (hue) => `
    ${wall(hue)}<path d="M260 300l340-130 340 130v320L600 750 260 620z" fill="#c79a63"/>
    <path d="M260 300l340 130 340-130M600 430v320" fill="none" stroke="#8f6535" stroke-width="8"/>
    <path d="M430 235l340 130v90" fill="none" stroke="#e8d9b5" stroke-width="46"/><path d="M700 560l60-70 30 60 70-90" fill="none" stroke="#4d3415" stroke-width="12"/>`,
  chair: (hue) => `
    ${wall(hue)}<rect x="380" y="150" width="440" height="330" rx="90" fill="hsl(${hue} 35% 40%)"/>
    <rect x="310" y="330" width="580" height="250" rx="70" fill="hsl(${hue} 35% 48%)"/><rect x="400" y="380" width="400" height="120" rx="40" fill="hsl(${hue} 35% 58%)"/>
    <path d="M400 580l-30 140M800 580l30 140" stroke="#5b3d22" stroke-width="26"/><path d="M470 450q60-40 130 0t110-20" fill="none" stroke="#fff" stroke-width="9"/>`,
  lamp: (hue) => `
    ${wall(hue)}<path d="M200 800l800-500M200 700h160v-100h160v-100h160v-100h160v-100h160" fill="none" stroke="hsl(${hue} 10% 45%)" stroke-width="14"/>
    <rect x="420" y="110" width="360" height="120" rx="14" fill="#2f7d4f"/><path d="M480 170h150l-30-30m30 30l-30 30" fill="none" stroke="#d7f5e3" stroke-width="16"/>
    <circle cx="740" cy="170" r="12" fill="#611"/>`,
  plan: (hue) => `
    <path d="M0 0h1200v800H0z" fill="hsl(${hue} 40% 96%)"/><g fill="none" stroke="hsl(${hue} 45% 30%)" stroke-width="10">
    <path d="M120 120h960v560H120zM120 360h340v320M460 120v140M740 120v320h340M740 440v90M460 560h280"/></g>
    <circle cx="${380 + (hue % 5) * 110}" cy="${260 + (hue % 3) * 120}" r="46" fill="none" stroke="hsl(0 75% 50%)" stroke-width="12"/>`,
  lift: (hue) => `
    ${wall(hue)}<rect x="340" y="80" width="520" height="600" fill="hsl(${hue} 6% 70%)"/><path d="M600 80v600" stroke="#333" stroke-width="8"/>
    <path d="M340 680h520v50H340z" fill="#333"/><path d="M200 680h140M860 680h140" stroke="#222" stroke-width="16"/>
    <path d="M960 330v100m-30-30l30 30 30-30" fill="none" stroke="hsl(30 90% 50%)" stroke-width="14"/>`,
  camera: (hue) => `
    ${table(hue)}<path d="M250 330q-150 200 60 330" fill="none" stroke="#b3202c" stroke-width="30"/>
    <rect x="300" y="260" width="600" height="360" rx="50" fill="#222"/><path d="M450 260l40-70h220l40 70z" fill="#333"/>
    <circle cx="600" cy="440" r="140" fill="#444"/><circle cx="600" cy="440" r="92" fill="hsl(${hue} 45% 30%)"/><circle cx="565" cy="405" r="26" fill="#fff" opacity=".5"/>`,
}

function wall(hue) {
  return `<path d="M0 0h1200v800H0z" fill="hsl(${hue} 22% 86%)"/><path d="M0 620h1200v180H0z" fill="hsl(${hue} 14% 66%)"/>`
}

function table(hue) {
  return `<path d="M0 0h1200v800H0z" fill="hsl(${30 + (hue % 20)} 32% 52%)"/><path d="M0 200h1200M0 430h1200M0 640h1200" stroke="hsl(28 32% 44%)" stroke-width="5"/>`
}

function rows(count, draw) {
  return Array.from({ length: count }, (_, i) => draw(i)).join('')
}

/** A picture as a data URL. The hue makes pictures of the same kind distinguishable. */
export async function picture(kind, hue) {
  const jpeg = await sharp(svg(width, height, scenes[kind](hue)))
    .jpeg({ quality: 78 })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

/** A head and shoulders. */
export function portrait(colour) {
  const shapes = `<path d="M0 0h240v240H0z" fill="${colour}"/><g fill="#fff" opacity=".85"><circle cx="120" cy="95" r="46"/><path d="M30 240q0-85 90-85t90 85z"/></g>`
  return png(svg(240, 240, shapes))
}

/** Waves below a sun. */
export function logo() {
  const wave = 'q30-40 60 0t60 0 60 0 60 0v'
  return png(
    svg(
      240,
      240,
      `<rect width="240" height="240" rx="48" fill="#0B3B60"/><circle cx="120" cy="100" r="46" fill="#FFC35C"/><path d="M0 140${wave}100H0z" fill="#2E9CCA"/><path d="M0 180${wave}60H0z" fill="#1877F2"/>`,
    ),
  )
}

function svg(w, h, shapes) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">${shapes}</svg>`,
  )
}

async function png(drawing) {
  const bytes = await sharp(drawing).png().toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}
