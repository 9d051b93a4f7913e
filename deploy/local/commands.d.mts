export declare const commands: Readonly<
  Record<string, { readonly script: string; readonly usage: string; readonly purpose: string }>
>
