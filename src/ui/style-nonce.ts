/**
 * The nonce that style elements of this page must carry (electron/main/gateway/csp.ts); '' where any may stand (a run
 * from source, tests). Browsers hide it from scripts' selectors and keep it as a property.
 */
export function styleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
  return nonce.startsWith('%') ? '' : nonce
}
