/** A page with these lines of plain ASCII, as a data URL of a PDF. */
export function pdf(lines) {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n')
  const drawing = `BT /F1 14 Tf 20 TL 60 760 Td\n${shown}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const places = []
  let file = '%PDF-1.4\n'
  for (const [index, object] of objects.entries()) {
    places.push(`${String(file.length).padStart(10, '0')} 00000 n \n`)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return `data:application/pdf;base64,${Buffer.from(file + table + end, 'latin1').toString('base64')}`
}
