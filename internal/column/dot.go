package column

// dotGo sums in 16 lanes, then the lanes by halves, then what is left one by
// one: the order of the vector instructions, so that replicas on different
// processors score alike. The conversions keep a compiler from fusing a product
// with its sum.
func dotGo(a, b []float32) float32 {
	var s0, s1, s2, s3, s4, s5, s6, s7, t0, t1, t2, t3, t4, t5, t6, t7 float32
	i := 0
	for ; i+16 <= len(a); i += 16 {
		x, y := a[i:i+16:i+16], b[i:i+16:i+16]
		s0 += float32(x[0] * y[0])
		s1 += float32(x[1] * y[1])
		s2 += float32(x[2] * y[2])
		s3 += float32(x[3] * y[3])
		s4 += float32(x[4] * y[4])
		s5 += float32(x[5] * y[5])
		s6 += float32(x[6] * y[6])
		s7 += float32(x[7] * y[7])
		t0 += float32(x[8] * y[8])
		t1 += float32(x[9] * y[9])
		t2 += float32(x[10] * y[10])
		t3 += float32(x[11] * y[11])
		t4 += float32(x[12] * y[12])
		t5 += float32(x[13] * y[13])
		t6 += float32(x[14] * y[14])
		t7 += float32(x[15] * y[15])
	}
	if i+8 <= len(a) {
		x, y := a[i:i+8:i+8], b[i:i+8:i+8]
		s0 += float32(x[0] * y[0])
		s1 += float32(x[1] * y[1])
		s2 += float32(x[2] * y[2])
		s3 += float32(x[3] * y[3])
		s4 += float32(x[4] * y[4])
		s5 += float32(x[5] * y[5])
		s6 += float32(x[6] * y[6])
		s7 += float32(x[7] * y[7])
		i += 8
	}
	s0, s1, s2, s3 = (s0+t0)+(s4+t4), (s1+t1)+(s5+t5), (s2+t2)+(s6+t6), (s3+t3)+(s7+t7)
	sum := (s0 + s2) + (s1 + s3)
	for ; i < len(a); i++ {
		sum += float32(a[i] * b[i])
	}
	return sum
}

func dotRowsGo(q, vecs []float32, rows []int32, out []float32) {
	for k, r := range rows {
		at := int(r) * len(q)
		out[k] = dotGo(q, vecs[at:at+len(q):at+len(q)])
	}
}

// Dots are the dot products of a vector with rows of a Vector column of its
// dimension, one to each place of out. A null row counts as zeros.
func (c *Column) Dots(q []float32, rows []int32, out []float32) {
	out = out[:len(rows)]
	for _, r := range rows {
		if uint(r) >= uint(c.Len) {
			panic("column: a row that is not there")
		}
	}
	if c.Views != nil {
		for i, r := range rows {
			out[i] = Dot(q[:c.Type.Dim], c.Views[r])
		}
		return
	}
	dotRows(q[:c.Type.Dim], c.Vecs[:c.Len*c.Type.Dim], rows, out)
}
