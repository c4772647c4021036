import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '#web/test/fakeApi.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { componentsPath } from './devRoutes.ts'

/**
 * They show nothing of their own: a title of the browser's tab, the input of a picker, parts that are fetched later, and icons that
 * come from another host.
 */
const unseen = ['FileInput', 'HostedIcon', 'PageTitle', 'latePart', 'lazyPart']

/** Every shared component, wherever its folder is below web/components. */
const sharedComponents = readdirSync(join(import.meta.dirname, '../components'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  .map((file) => basename(file, '.tsx'))
  .filter((name) => !unseen.includes(name))

async function open() {
  const page = renderPage(componentsPath, fakeApi(), { session: null })
  await screen.findByRole('heading', { level: 1, name: 'Shared components' })
  return page
}

test('the page of components shows every shared component in a section of its own, light and dark', async () => {
  await open()
  const shown = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  expect(shown.filter((name) => sharedComponents.includes(name))).toEqual(sharedComponents.toSorted())
  for (const name of sharedComponents) {
    const figures = within(screen.getByRole('region', { name })).getAllByRole('figure')
    const captions = figures.map((figure) => figure.querySelector('figcaption')?.textContent)
    expect(captions.filter((caption) => caption?.endsWith('light'))).toHaveLength(captions.length / 2)
    expect(captions.filter((caption) => caption?.endsWith('dark'))).toHaveLength(captions.length / 2)
  }
})

test('the page of components has one main heading, names every control, and gives every element its own ID', async () => {
  await open()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  const controls = ['button', 'textbox', 'searchbox', 'combobox', 'link'].flatMap((role) => screen.getAllByRole(role))
  for (const control of controls) expect(control).toHaveAccessibleName()
  const ids = [...document.body.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

test('components that cover the page open when asked', async () => {
  const { keys } = await open()
  const region = screen.getByRole('region', { name: 'LeaveDialog' })
  await keys.click(within(region).getAllByRole('button', { name: 'Open' })[0]!)
  await keys.click(await screen.findByRole('button', { name: 'Stay' }))
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
})
