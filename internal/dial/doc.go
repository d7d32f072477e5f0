// Package dial opens the connections that people's own texts name: services,
// functions by URL, stores. It goes through no proxy and reaches no link-local,
// multicast or unspecified address: what answers there are the secrets of the
// machine, not a service.
package dial
