// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { hidingRules } from './hiding-styles'

it('keeps of a style sheet what hides and what takes no press, where it stood', () => {
  const css =
    '.a{color:red;display:none;margin:0}.b,.c{color:blue}@media (max-width: 9px){.d{visibility:hidden}.e{top:0}}' +
    '@keyframes x{from{display:none}to{opacity:0}}.f:hover{background:url("a;b");pointer-events:none}'
  expect(hidingRules(css)).toBe(
    '.a{display:none}@media (max-width: 9px){.d{visibility:hidden}}.f:hover{pointer-events:none}',
  )
})

it('is what the page of a test does with the sheets written into it', () => {
  const style = document.createElement('style')
  style.innerHTML = '.gone{display:none;color:red}'
  document.head.append(style)
  document.body.innerHTML = '<p class="gone" role="status">one</p><p role="status">two</p>'
  expect(screen.getAllByRole('status').map(element => element.textContent)).toEqual(['two'])
  expect(document.styleSheets[0]?.cssRules[0]?.cssText).toBe('.gone { display: none; }')
  expect(style.innerHTML).toBe('.gone{display:none;color:red}')
})
