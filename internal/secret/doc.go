// Package secret keeps what services and stores want to know us by, outside of
// the texts that people read: a program in the language only names a secret.
//
//	auth: secret("ctr_key") ─► DIR/TEAM/ctr_key, RIFFLE_SECRET_TEAM__CTR_KEY,
//	                           DIR/ctr_key, RIFFLE_SECRET_CTR_KEY: the first there is
//
// A secret of a team is given to its projects alone; one without a team to
// every project of the instance, whose editors may send it to any address they
// write. Files are read again every few seconds, so that one that is replaced
// counts without a new start. Texts go to whoever asks here and nowhere else:
// not into errors, logs or traces.
//
// It imports the standard library.
package secret
