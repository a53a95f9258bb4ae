/** A promise that the test settles itself. */
export function deferred<T = void>() {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<T>((settle, refuse) => {
    resolve = settle
    reject = refuse
  })
  return { promise, resolve, reject }
}
